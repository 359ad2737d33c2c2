// Asks the browser for a passkey and sends the result with the form of the page, so no other request is made.
const form = document.querySelector('form[data-passkey]');
const credentialField = form.elements.credential;
const fault = document.getElementById('passkey-fault');

const messages = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was used. Try again.',
  SecurityError: 'Passkeys do not work at this address. Send it to your administrator.',
};

async function askForPasskey() {
  const options = JSON.parse(form.dataset.options);
  if (form.dataset.passkey === 'create') {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    return navigator.credentials.create({ publicKey });
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return navigator.credentials.get({ publicKey });
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  fault.hidden = true;
  try {
    const credential = await askForPasskey();
    credentialField.value = JSON.stringify(credential.toJSON());
    form.submit();
  } catch (error) {
    fault.textContent = messages[error.name] ?? 'Your browser cannot use passkeys here.';
    fault.hidden = false;
  }
});
