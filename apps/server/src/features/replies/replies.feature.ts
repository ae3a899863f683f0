import * as calls from '@arcadia/contract/admin/replies'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { replyEmails } from './replies.emails.ts'
import { createSavedReplies } from './replies.service.ts'
import { blankReplies, findReplies, listSaved } from './replies.store.ts'

/** Replies to enquiries and to questions about bookings. */
export function repliesFeature(deps: Parameters<typeof createSavedReplies>[0]) {
  const { db } = deps
  const saved = createSavedReplies(deps)
  return {
    name: 'replies',
    api: {},
    endpoints: [
      serve(calls.listReplies, ({ params }) => findReplies(db, params)),
      serve(calls.listSavedReplies, () => listSaved(db)),
      serve(calls.addSavedReply, ({ user, body }) => saved.add(user.id, body)),
      serve(calls.changeSavedReply, ({ user, params, form }) => saved.change(user, params.id, form)),
      serve(calls.deleteSavedReply, ({ user, params }) => saved.delete(user.id, params.id)),
    ],
    emails: replyEmails,
    blank: blankReplies,
  } satisfies Feature
}
