import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorCode } from '@arcadia/contract/catalog'
import type { ErrorBody } from '@arcadia/contract/endpoint'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { isDatabaseAway } from '../database/database-errors.ts'
import { AppError } from './app-error.ts'
import { tryAgain } from './limit-words.ts'

const TOO_MANY_REQUESTS = 429

/**
 * Turns anything thrown into the standard error response. Unexpected errors are logged in full but answered without
 * details.
 */
export function handleErrors(http: FastifyInstance, clock: Clock): void {
  http.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const answer = expected(error, request)
    const { message, status, retryAfterSeconds } = answer
    const isTooOften = status === TOO_MANY_REQUESTS
    return send(answer, request, reply, isTooOften ? `${message} ${tryAgain(retryAfterSeconds, clock.now())}` : message)
  })
}

/** An unknown path below `/api`. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(new AppError('not-found'), request, reply)
}

/** Handles what the router rejects before it finds a route: an undecodable URL, an overlong parameter. */
export function sendFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  send(new AppError(error.code === 'FST_ERR_BAD_URL' ? 'malformed-body' : 'not-found'), request, reply)
}

/**
 * Handles what Node's parser rejects before there is a request. A connection that timed out is closed without a word: browsers
 * open some ahead, and one that sends its first request in that moment would take the word for the answer.
 */
export function sendParserError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET' && code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    const error = new AppError(code === 'HPE_HEADER_OVERFLOW' ? 'body-too-large' : 'malformed-body')
    const body = JSON.stringify(bodyOf(error, randomUUID()))
    const head = [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy()
}

function bodyOf(error: AppError, requestId: string, message = error.message): ErrorBody {
  return {
    message,
    error: error.code,
    ...(error.details && { details: error.details }),
    requestId,
  }
}

function send(error: AppError, request: FastifyRequest, reply: FastifyReply, message = error.message): FastifyReply {
  if (error.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(error.retryAfterSeconds)))
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(error, request.id, message)))
}

function expected(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  // Checked first, because an aborted request body has the same error code as a lost database; only the status differs.
  const ofClient = codeOfClientError(error)
  if (ofClient) {
    // No response will be sent, so this is the request's only log line.
    if (request.raw.readableAborted)
      request.log.info({ reqId: request.id, error: ofClient }, 'the client aborted its request')
    return new AppError(ofClient)
  }
  if (isDatabaseAway(error)) {
    request.log.error({ reqId: request.id, err: error }, 'the database is unavailable')
    return new AppError('not-ready', { retryAfterSeconds: 2 })
  }
  request.log.error({ reqId: request.id, err: error }, 'unexpected error')
  return new AppError('internal-error')
}

/** Fastify's own client errors, from before any handler runs. */
function codeOfClientError(error: FastifyError): ErrorCode | undefined {
  switch (error.statusCode) {
    case 413:
      return 'body-too-large'
    case 415:
      return 'unsupported-media-type'
    case 404:
      return 'not-found'
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? 'malformed-body' : undefined
  }
}
