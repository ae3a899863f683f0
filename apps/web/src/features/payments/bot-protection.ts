import { type BotProof, RECAPTCHA_ACTION } from '@arcadia/contract/payments'
import { readSiteData } from '../../prerender/site-data.ts'

interface Recaptcha {
  execute?: (siteKey: string, options: { action: string }) => Promise<string>
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha
  }
}

const TRIES = 20
const TRY_MS = 100

/**
 * Proof that a person is paying, if bot protection is configured. Without an answer (script blocked, service down) the
 * payment continues without proof; the server allows a small budget of those.
 */
export async function proveHuman(): Promise<BotProof> {
  const { recaptchaSiteKey } = readSiteData()
  if (!recaptchaSiteKey) return undefined
  try {
    loadScript(recaptchaSiteKey)
    const recaptcha = await untilReady()
    const recaptchaToken = await recaptcha?.execute?.(recaptchaSiteKey, { action: RECAPTCHA_ACTION })
    return recaptchaToken ? { recaptchaToken, recaptchaAction: RECAPTCHA_ACTION } : undefined
  } catch {
    return undefined
  }
}

const SCRIPT_ID = 'bot-protection'

function loadScript(siteKey: string) {
  if (document.getElementById(SCRIPT_ID)) return
  const script = document.createElement('script')
  script.id = SCRIPT_ID
  script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`
  // The next try loads it again.
  script.addEventListener('error', () => script.remove())
  document.head.append(script)
}

async function untilReady() {
  for (let tries = 0; tries < TRIES; tries++) {
    if (window.grecaptcha?.execute) return window.grecaptcha
    await new Promise((resolve) => setTimeout(resolve, TRY_MS))
  }
  return undefined
}
