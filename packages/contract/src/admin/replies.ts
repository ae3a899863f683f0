import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdInPath, Instant } from '../fields.ts'
import { requiredLine, requiredText } from '../text-fields.ts'
import { MailStatus } from './mails.ts'
import { PLACEHOLDERS, withPlaceholders } from './messages.ts'

/** Placeholders allowed in a reply; an enquiry has no booking. */
export const REPLY_PLACEHOLDERS = { enquiry: ['{name}'], 'booking-query': PLACEHOLDERS } as const

/** A reply with the status of its email; `mail` is null once the email is deleted. */
export const Reply = z.object({
  id: Id,
  text: z.string(),
  /** The admin who wrote it, if known. */
  writtenBy: z.nullable(z.string()),
  createdAt: Instant,
  mail: z.nullable(z.object({ status: MailStatus, error: z.nullable(z.string()) })),
})
export type Reply = z.infer<typeof Reply>

export const listReplies = endpoint({
  method: 'GET',
  path: '/api/admin/replies/:kind/:id',
  access: 'office',
  summary: 'Replies to an enquiry or a booking query, oldest first.',
  failed: 'Failed to load the replies',
  params: z.object({ kind: z.enum(['enquiry', 'booking-query']), id: IdInPath }),
  response: z.array(Reply),
})

export const SavedReplyText = z.strictObject({
  title: requiredLine('A name'),
  text: requiredText('The text', 4000).check(withPlaceholders),
})

/** A reply text the owner reuses. */
export const SavedReply = z.object({ id: Id, title: z.string(), text: z.string() })
export type SavedReply = z.infer<typeof SavedReply>

export const errors = {
  'saved-reply-exists': { status: 409, message: 'You already have a saved reply with that name.' },
} as const

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/api/admin/saved-replies',
  access: 'office',
  summary: 'The saved replies, by name.',
  failed: 'Failed to load the saved replies',
  response: z.array(SavedReply),
})

export const addSavedReply = endpoint({
  method: 'POST',
  path: '/api/admin/saved-replies',
  access: 'office',
  summary: 'Saves a reply under a name.',
  failed: 'Failed to save the reply',
  body: SavedReplyText,
  response: SavedReply,
  status: 201,
  errors: ['saved-reply-exists'],
})

export const changeSavedReply = endpoint({
  method: 'PUT',
  path: '/api/admin/saved-replies/:id',
  access: 'office',
  overwrites: true,
  summary: 'Changes a saved reply. Replies already sent are unchanged.',
  failed: 'Failed to save the reply',
  params: z.object({ id: IdInPath }),
  body: SavedReplyText,
  response: SavedReply,
  errors: ['saved-reply-exists'],
})

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: '/api/admin/saved-replies/:id',
  access: 'office',
  summary: 'Deletes a saved reply.',
  failed: 'Failed to delete the reply',
  params: z.object({ id: IdInPath }),
  response: null,
  status: 200,
})
