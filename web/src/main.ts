import { mount } from "svelte";
import App from "./App.svelte";
import { tablePage } from "./rooms";
import { tableOf } from "./router.svelte";
import { applyTheme, wantedLanguage } from "./settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "virtual:looks.css";
import { speak } from "./texts.svelte";
import { followIdentity } from "./you/identity";

if (tableOf(location.pathname)) void tablePage().catch(() => {}); // beside the texts, rather than after them
applyTheme();
followIdentity();
void speak(wantedLanguage())
  .catch(() => speak("en"))
  .then(() => {
    const target = document.getElementById("app");
    if (target) mount(App, { target });
  });
