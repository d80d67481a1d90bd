// Short words for what every script does with elements.

export const byId = (id) => document.getElementById(id);

// Returns the elements that a text of HTML describes.
export function elementsOf(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return [...holder.content.children];
}
