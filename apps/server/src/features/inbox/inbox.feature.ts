import * as calls from '@arcadia/contract/admin/inbox'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { findInbox, type InboxSearch } from './inbox.store.ts'

export function inboxFeature({ db, matching }: Pick<Base, 'db'> & { matching: InboxSearch }) {
  return {
    name: 'inbox',
    api: {},
    endpoints: [serve(calls.listInbox, ({ query }) => findInbox(db, matching, query))],
  } satisfies Feature
}
