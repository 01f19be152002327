/** How much room there is, for what components do differently; how things look is up to the style sheets. */
import { MediaQuery } from "svelte/reactivity";

/** A phone, or a window zoomed in: there is little room beside the garden, and the desk tells what just happened. */
export const small = new MediaQuery("(max-width: 47.99rem), (max-height: 34rem)", false);

/** A tablet on its side: beside the display there is room for what is told. */
export const lying = new MediaQuery(
  "(min-width: 54rem) and (max-width: 71.99rem) and (min-height: 34.01rem) and (orientation: landscape)",
  false,
);

/** There is room for the palace above a garden. */
export const roomy = new MediaQuery("(min-width: 30rem) and (min-height: 34rem)", true);
