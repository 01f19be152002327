/** How the page is dressed: by day or by night, in large print, with high contrast. */

export type Theme = "auto" | "light" | "dark";

export interface Dress {
  theme: Theme;
  large: boolean; // texts and controls
  contrast: boolean; // as high as can be, for reading in the sun
}

export function dress({ theme, large, contrast }: Dress): void {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.classList.toggle("large-print", large);
  root.classList.toggle("high-contrast", contrast);
}
