import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  listReplies,
  listSavedReplies,
} from '@arcadia/contract/admin/replies'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { replyEmails } from './replies.emails.ts'
import { createSavedReplies } from './replies.service.ts'
import { blankReplies, findReplies, listSaved } from './replies.store.ts'

/** Answers to enquiries and to questions about bookings: one machinery for both. */
export function repliesFeature(deps: Parameters<typeof createSavedReplies>[0]) {
  const { db } = deps
  const saved = createSavedReplies(deps)
  return {
    name: 'replies',
    api: {},
    endpoints: [
      serve(listReplies, ({ params }) => findReplies(db, params)),
      serve(listSavedReplies, () => listSaved(db)),
      serve(addSavedReply, ({ user, body }) => saved.add(user.id, body)),
      serve(changeSavedReply, ({ user, params, body }) => saved.change(user.id, params.id, body)),
      serve(deleteSavedReply, async ({ user, params }) => void (await saved.delete(user.id, params.id))),
    ],
    emails: replyEmails,
    blank: blankReplies,
  } satisfies Feature
}
