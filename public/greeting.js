// Greets the last user before any script of the app has loaded. src/lib/greeting.ts stores the name.
(function () {
  var name = null;
  try {
    name = localStorage.getItem("studbook.greeting");
  } catch {
    name = null;
  }
  if (name) document.getElementById("greeting").textContent = "Welcome back, " + name + "!";
})();
