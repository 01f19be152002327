import "./ahead";
import { mount } from "svelte";
import App from "./App.svelte";
import { applyTheme, wantedLanguage } from "./settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "virtual:looks.css";
import { speak } from "./texts.svelte";
import { followIdentity } from "./you/identity";

applyTheme();
followIdentity();
void speak(wantedLanguage())
  .catch(() => speak("en"))
  .then(() => {
    const target = document.getElementById("app");
    target?.replaceChildren(); // the bar that has stood there until now
    if (target) mount(App, { target });
  });
