import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Visitor } from './accounts.rules.ts'
import { identifyBrowser, rememberBrowser } from './known-browser.ts'

/** Sets the known-browser cookie after a sign-in. Logs every attempt: the user id if it succeeds, never a name. */
export const createSigningIn =
  (isHttps: boolean) =>
  <Call extends { request: FastifyRequest; reply: FastifyReply }, Session extends { user: { id: number } }>(
    signIn: (call: Call, origins: Visitor) => Promise<Session>,
  ) =>
  async (call: Call) => {
    const { log, id: reqId, routeOptions } = call.request
    const attempt = { reqId, path: routeOptions.url }
    const { mark, origins } = identifyBrowser(call.request, isHttps)
    const session = await signIn(call, origins).catch((error: unknown) => {
      log.info({ ...attempt, code: error instanceof AppError ? error.code : 'internal' }, 'sign-in refused')
      throw error
    })
    log.info({ ...attempt, userId: session.user.id }, 'signed in')
    rememberBrowser(call.reply, mark, isHttps)
    return session
  }
