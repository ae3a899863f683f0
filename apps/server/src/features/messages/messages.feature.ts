import { getMessage, listMessages, previewMessage, sendMessage } from '@arcadia/contract/admin/messages'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { messageEmails } from './messages.emails.ts'
import { createMessages } from './messages.service.ts'
import { blankMessages, findMessages } from './messages.store.ts'

/** The owner's messages to guests: of one booking, a day, a week, or everyone with a balance. */
export function messagesFeature(deps: Parameters<typeof createMessages>[0]) {
  const messages = createMessages(deps)
  return {
    name: 'messages',
    api: messages,
    endpoints: [
      serve(previewMessage, ({ user, body }) => messages.preview(user, body)),
      serve(sendMessage, ({ user, body, key }) => messages.send(user, body, key)),
      serve(listMessages, ({ query }) => findMessages(deps.db, query)),
      serve(getMessage, ({ params }) => messages.get(params.id)),
    ],
    emails: messageEmails,
    blank: blankMessages,
  } satisfies Feature
}
