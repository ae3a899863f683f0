import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import type { Visitor } from './accounts.rules.ts'
import { identifyBrowser, rememberBrowser } from './known-browser.ts'

type Opened = { user: { id: number } }
/** The session it opened, alone or beside other words. */
type Answered = Opened | { session: Opened | null }

const sessionIn = (answer: Answered) => ('user' in answer ? answer : answer.session)

/** Sets the known-browser cookie after a sign-in. Logs every attempt: the user id if it succeeds, never a name. */
export const createSigningIn =
  (isHttps: boolean) =>
  <Call extends { request: FastifyRequest; reply: FastifyReply }, Answer extends Answered>(
    signIn: (call: Call, origins: Visitor) => Promise<Answer>,
  ) =>
  async (call: Call) => {
    const { log, id: reqId, routeOptions } = call.request
    const attempt = { reqId, path: routeOptions.url }
    const { mark, origins } = identifyBrowser(call.request, isHttps)
    const answer = await signIn(call, origins).catch((error: unknown) => {
      log.info({ ...attempt, code: error instanceof AppError ? error.code : 'internal' }, 'sign-in refused')
      throw error
    })
    const session = sessionIn(answer)
    if (session) log.info({ ...attempt, userId: session.user.id }, 'signed in')
    rememberBrowser(call.reply, mark, isHttps)
    return answer
  }
