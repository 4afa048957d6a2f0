document.getElementById("studio").textContent = "Quire Studio";
