// What a browser keeps for the next page. Storage may be switched off, and even looking at it then
// throws; what it holds may be nonsense. A choice then lasts for this page only.

function storage(area) {
  function get(name) {
    try {
      return window[area].getItem(name);
    } catch {
      return null;
    }
  }

  function set(name, value) {
    try {
      window[area].setItem(name, value);
    } catch {
      // see above
    }
  }

  function remove(name) {
    try {
      window[area].removeItem(name);
    } catch {
      // see above
    }
  }

  function getJson(name) {
    try {
      return JSON.parse(get(name));
    } catch {
      return null;
    }
  }

  return { get, set, remove, getJson, setJson: (name, value) => set(name, JSON.stringify(value)) };
}

export const forBrowser = storage("localStorage");
export const forTab = storage("sessionStorage");
