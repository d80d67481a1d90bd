// A score sheet: a button prints it. Without scripts the browser's own menu does.

const print = document.getElementById("print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
