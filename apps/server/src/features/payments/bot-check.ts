import { type BotProof, RECAPTCHA_ACTION } from '@arcadia/contract/payments'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { AppError } from '../../http/app-error.ts'

export type BotCheck = ReturnType<typeof createBotCheck>

const VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify'
const MIN_SCORE = 0.5
const TIMEOUT_MS = 3000

const Verdict = z.object({
  success: z.boolean(),
  score: z.optional(z.number()),
  action: z.optional(z.string()),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})

/** Bot check with reCAPTCHA; off without a secret. */
export function createBotCheck(deps: {
  secret: string | undefined
  hostname: string
  log: Logger
  verifyUrl?: string
}) {
  const { secret, log } = deps
  return {
    /**
     * True for a person or if the check is off; false if there is no verdict (script blocked, service down), which gets a
     * smaller budget of declines.
     * @throws AppError `bot-suspected` on a low score or a wrong action
     */
    async verify(proof: BotProof, address: string): Promise<boolean> {
      if (!secret) return true
      if (!proof) return false
      const verdict = await ask(deps.verifyUrl ?? VERIFY_URL, {
        secret,
        response: proof.recaptchaToken,
        remoteip: address,
      })
      if (!verdict) {
        log.warn('bot protection did not respond')
        return false
      }
      if (saysNothing(verdict)) {
        log.warn({ codes: verdict['error-codes'] }, 'bot protection returned no verdict')
        return false
      }
      const isPerson =
        verdict.success &&
        verdict.action === RECAPTCHA_ACTION &&
        verdict.hostname === deps.hostname &&
        (verdict.score ?? 0) >= MIN_SCORE
      if (!isPerson) throw new AppError('bot-suspected')
      return true
    },
  }
}

/** An expired token or a misconfigured secret says nothing about the person. */
const NOT_ABOUT_PEOPLE = ['timeout-or-duplicate', 'missing-input-secret', 'invalid-input-secret', 'bad-request']

function saysNothing(verdict: z.infer<typeof Verdict>): boolean {
  return !verdict.success && (verdict['error-codes'] ?? []).some((code) => NOT_ABOUT_PEOPLE.includes(code))
}

async function ask(url: string, form: Record<string, string>): Promise<z.infer<typeof Verdict> | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
    return z.parse(Verdict, await response.json())
  } catch {
    return undefined
  }
}
