/** Reminders in correspondence games, which the browser shows even when no page is open. */

import { api } from "../api";
import { notice } from "../problems.svelte";
import { remember, settings } from "../settings.svelte";
import { language } from "../texts.svelte";

/** Whether this browser could show them: only where the page came safely, and not everywhere then. */
export function canBeReminded(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Turn reminders on or off. The browser asks the user once; without permission they stay off. False: it refused. */
export async function wishToBeReminded(wanted: boolean, key: string): Promise<boolean> {
  settings.remind = wanted; // as the box that was ticked shows; it may have to be unticked again
  let done: boolean;
  try {
    done = wanted ? await begin(key) : await end();
  } catch {
    done = false; // the maker of this browser offers no push service, or it is away
  }
  settings.remind = wanted && done;
  remember();
  return done;
}

async function begin(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await navigator.serviceWorker.register("/push.js");
  const worker = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return false;
  const push = { endpoint, key: keys["p256dh"], auth: keys["auth"], language: language() };
  return (await notice.watch(() => api.remindMe(push))) !== undefined;
}

async function end(): Promise<boolean> {
  const worker = await navigator.serviceWorker.getRegistration("/push.js");
  const push = await worker?.pushManager.getSubscription();
  if (push) {
    const { endpoint } = push;
    await notice.watch(() => api.forgetPush({ endpoint }));
    await push.unsubscribe();
  }
  return true;
}
