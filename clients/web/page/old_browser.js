// A classic script, before all others: where the other one cannot even be read, it says so instead of a blank page.
addEventListener("load", function () {
    document.getElementById("too-old").hidden = document.getElementById("page").firstChild !== null;
});
