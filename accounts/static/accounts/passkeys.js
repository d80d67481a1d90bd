// Connects the page's passkey forms with django-allauth's script, and says when one failed.
//
// A form with data-passkey="add", "login" or "use" has a hidden field named credential and a button
// with data-passkey-button. It is shown only if the browser knows passkeys.

const { addForm, loginForm, authenticateForm } = window.allauth.webauthn.forms;
const ways = {
  add: (ids) => addForm({ ids: { ...ids, add: ids.button } }),
  login: (ids) => loginForm({ ids: { ...ids, login: ids.button } }),
  use: (ids) => authenticateForm({ ids: { ...ids, authenticate: ids.button } }),
};

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  ways[form.dataset.passkey]({
    button: form.querySelector("[data-passkey-button]").id,
    credential: form.elements.credential.id,
    passwordless: form.elements.passwordless?.id,
    data: "passkey-data",
  });
  form.hidden = false;
  for (const none of document.querySelectorAll("[data-no-passkeys]")) none.hidden = true;
}

// The enter key in the first form stands for its button.
document.addEventListener("submit", (event) => {
  const button = event.target.querySelector("[data-passkey-button]");
  if (!button || event.submitter === button) return;
  event.preventDefault();
  button.click();
});

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // most often somebody changed their mind: nothing for the console
  for (const said of document.querySelectorAll("[data-passkey-error]")) {
    said.hidden = true;
    requestAnimationFrame(() => {
      said.hidden = false;
    });
  }
});
