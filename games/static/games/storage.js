// What a browser keeps for the next page. Storage may be switched off, and even looking at it then
// throws: a choice lasts for this page only.
window.kept = (() => {
  "use strict";
  return {
    get(name, storage = "localStorage") {
      try {
        return window[storage].getItem(name);
      } catch {
        return null;
      }
    },
    set(name, value, storage = "localStorage") {
      try {
        window[storage].setItem(name, value);
      } catch {
        // see above
      }
    },
  };
})();
