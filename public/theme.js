// Sets the theme before the first paint, so that no bright page flashes. src/hooks/use-theme.ts stores the choice.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("studbook.theme");
  } catch {
    choice = null;
  }
  var isDark =
    choice === "dark" || (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("dark", isDark);
})();
