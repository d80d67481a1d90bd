// Runs before the first paint, so that the chosen colours never flash.
(() => {
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // storage may be switched off
    }
  };
  const isDark = () =>
    (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  const theme = stored();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  root.classList.add("js");

  const start = () => {
    const button = document.querySelector(".theme");
    const mark = () => button.setAttribute("aria-pressed", String(isDark()));
    mark();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        // the choice then lasts for this page only
      }
      mark();
    });

    const burger = document.querySelector(".burger");
    burger.addEventListener("click", () => {
      burger.setAttribute("aria-expanded", String(burger.getAttribute("aria-expanded") !== "true"));
    });

    const closeMenus = (except) => {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        if (!menu.contains(except)) menu.open = false;
      }
    };
    document.addEventListener("click", (event) => closeMenus(event.target));
    document.addEventListener("focusin", (event) => closeMenus(event.target));
    document.addEventListener("keydown", (event) => {
      const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
  };
  document.addEventListener("DOMContentLoaded", start);
})();
