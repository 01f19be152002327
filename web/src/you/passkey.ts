/** Passkeys: between the JSON of the server and what the browser's interface takes and gives. */

/** Whether this browser can use passkeys at this address: not at a bare IP address, and only over https or at home. */
export function canUsePasskeys(): boolean {
  const named = !/^(\d+\.){3}\d+$|^\[/.test(location.hostname);
  return named && isSecureContext && "PublicKeyCredential" in window;
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

interface Described {
  id: string;
  type: "public-key";
}

export interface CreationJson {
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  excludeCredentials: Described[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
}

export interface RequestJson {
  rpId: string;
  challenge: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}

/** Ask the browser to make a passkey; null if its user does not want to. */
export async function makePasskey(asked: CreationJson): Promise<Record<string, unknown> | null> {
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...asked,
    challenge: bytesOf(asked.challenge),
    user: { ...asked.user, id: bytesOf(asked.user.id) },
    excludeCredentials: asked.excludeCredentials.map(({ id, type }) => ({ id: bytesOf(id), type })),
  };
  const made = await answered(() => navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return written(made, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  });
}

/** Ask the browser for a passkey of this site; null if its user has none, or does not want to. */
export async function askForPasskey(asked: RequestJson): Promise<Record<string, unknown> | null> {
  const publicKey = { ...asked, challenge: bytesOf(asked.challenge), allowCredentials: [] };
  const given = await answered(() => navigator.credentials.get({ publicKey }));
  if (!given) return null;
  const response = given.response as AuthenticatorAssertionResponse;
  return written(given, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : null,
  });
}

async function answered(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null;
  } catch (error) {
    if (error instanceof DOMException) return null; // refused, dismissed or too slow: browsers do not say which
    throw error;
  }
}

function written(
  credential: PublicKeyCredential,
  response: Record<string, unknown>,
): Record<string, unknown> {
  const { id, type } = credential;
  return { id, rawId: textOf(credential.rawId), type, response, clientExtensionResults: {} };
}
