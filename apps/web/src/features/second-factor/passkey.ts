import type { PasskeyAnswer, startPasskey, startPasskeySignIn } from '@arcadia/contract/admin/passkeys'
import type { Output } from '@arcadia/contract/endpoint'
import { ApiError } from '../../api/call.ts'

/** Whether this browser knows passkeys; on a page without https none does. */
export const knowsPasskeys = () => typeof PublicKeyCredential === 'function'

const USED_HERE = 'arcadia.passkey'

/** Whether a passkey was made or used in this browser. */
export const hasPasskeyHere = () => knowsPasskeys() && localStorage.getItem(USED_HERE) !== null

/** The code of what isn't an error: the person turned back, or has no passkey here. */
export const CANCELED = 'passkey-canceled'

/** Loaded only when it is used. */
const library = () => import('@simplewebauthn/browser')

/** Asks a passkey. @throws ApiError that says why none answered */
export async function askPasskey(options: Output<typeof startPasskeySignIn>): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  const answer = await startAuthentication({ optionsJSON: options as never }).catch(
    refuse(options.rpId, {
      NotAllowedError: `Canceled, or this device has no passkey for ${options.rpId}. Try again, or use your password.`,
      Error: "The passkey didn't work. Try again, or use your password.",
    }),
  )
  localStorage.setItem(USED_HERE, 'yes')
  return answer as PasskeyAnswer
}

/** Makes a passkey on this device or on a security key. @throws ApiError that says why none was made */
export async function makePasskey(options: Output<typeof startPasskey>) {
  const { startRegistration } = await library()
  const made = await startRegistration({ optionsJSON: options as never }).catch(
    refuse(options.rp.id, {
      Error: "The passkey wasn't added. Try again.",
      NotAllowedError: 'Canceled, or the time ran out. No passkey was added.',
      InvalidStateError: 'There is already a passkey for you here.',
      ConstraintError: "This one can't check that it's you. Set a PIN or a fingerprint on it, or use another.",
    }),
  )
  localStorage.setItem(USED_HERE, 'yes')
  return made as never
}

interface Words {
  [nameOfError: string]: string
  /** For any other. */
  Error: string
}

/** @param host the site's, the only one that its passkeys work at */
const refuse = (host: string, words: Words) => (cause: Error) => {
  const reason = cause.name === 'SecurityError' ? wrongAddress(host) : (words[cause.name] ?? words.Error)
  const code = cause.name === 'NotAllowedError' ? CANCELED : 'no-passkey'
  throw new ApiError(reason, { status: 0, code }, { cause })
}

const wrongAddress = (host: string) =>
  host === location.hostname
    ? `Passkeys need a web address with a name. This site's is ${host}.`
    : `Passkeys only work at ${host}. Open the portal there.`
