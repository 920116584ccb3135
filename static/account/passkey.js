// Passkeys: the browser asks a device, and the server asks the browser.

import { postPasskeyChallenge } from '../net/account.js';
import { Problem } from '../net/problem.js';

/** Whether this browser knows passkeys in the form that the server speaks. */
export const knowsPasskeys = () => typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/**
 * What the device says to a challenge; null if the person leaves it.
 * @param {() => Promise<any>} credential
 */
async function ask(credential) {
  try {
    return (await credential()).toJSON();
  } catch (error) {
    // The person has left it, or the time is over; nobody learns which.
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null;
    if (error.name === 'InvalidStateError') throw new Problem({ code: 'passkey_taken' });
    throw new Problem({ code: 'passkey_refused', params: { reason: 'unsupported' } });
  }
}

/** A new passkey of the member who is here, for the server; null if the person leaves it. */
export async function makePasskey() {
  const { options } = await postPasskeyChallenge('register');
  return ask(() => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
}

/**
 * A passkey that is shown, to "sign_in" or to "confirm"; null if the person leaves it.
 * @param {string} purpose
 */
export async function showPasskey(purpose) {
  const { options } = await postPasskeyChallenge(purpose);
  return ask(() => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));
}
