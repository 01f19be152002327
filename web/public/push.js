// Shows reminders while no page is open, and leads to the table that they are about. It keeps nothing and answers for
// no page: requests go to the server as ever.

self.addEventListener("push", (event) => {
  let told = {};
  try {
    told = event.data.json();
  } catch {
    // a reminder without words is one all the same: browsers insist that something is shown
  }
  const table = /^[A-Za-z0-9_-]{22}$/.test(told.table) ? told.table : "";
  const shown = {
    body: String(told.body ?? ""),
    tag: table,
    data: { path: table ? `/table/${table}` : "/games" },
  };
  event.waitUntil(self.registration.showNotification(String(told.title ?? "Sanssouci"), shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const lead = async () => {
    const pages = await self.clients.matchAll({ type: "window" });
    const there = pages.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(lead());
});
