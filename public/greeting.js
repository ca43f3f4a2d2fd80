// Greets who was here last before any script of the app has come; src/lib/greeting.ts keeps the name.
(function () {
  var name = null;
  try {
    name = localStorage.getItem("studbook.greeting");
  } catch {
    name = null;
  }
  if (name) document.getElementById("greeting").textContent = "Welcome back, " + name + "!";
})();
