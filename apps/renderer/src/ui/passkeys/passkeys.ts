/**
 * Returns whether the browser can read the options of passkeys from JSON (WebAuthn Level 3, 5.1.8).
 */
export function knowsPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}

/** Creates a passkey and resolves with it as JSON. Rejects when the person cancels. */
export async function createPasskey(options: object): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return toText(await navigator.credentials.create({ publicKey }));
}

/** Asks for a passkey and resolves with the answer as JSON. Rejects when the person cancels. */
export async function askForPasskey(options: object): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return toText(await navigator.credentials.get({ publicKey }));
}

function toText(credential: Credential | null): string {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError('No passkey.');
  return JSON.stringify(credential.toJSON());
}
