import * as calls from '@arcadia/contract/admin/messages'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { messageEmails } from './messages.emails.ts'
import { createMessages } from './messages.service.ts'
import { blankMessages, findMessages, getMessage, listMessagesOf } from './messages.store.ts'

/** The owner's messages to guests: of one booking, a day, a week, or everyone with a balance. */
export function messagesFeature(deps: Parameters<typeof createMessages>[0]) {
  const messages = createMessages(deps)
  return {
    name: 'messages',
    api: { listOf: (userId: number) => listMessagesOf(deps.db, userId) },
    endpoints: [
      serve(calls.previewMessage, ({ user, body }) => messages.preview(user, body)),
      serve(calls.sendMessage, ({ user, body, key }) => messages.send(user, body, key)),
      serve(calls.listMessages, ({ query }) => findMessages(deps.db, query)),
      serve(calls.getMessage, ({ params }) => getMessage(deps.db, params.id)),
    ],
    emails: messageEmails,
    blank: blankMessages,
  } satisfies Feature
}
