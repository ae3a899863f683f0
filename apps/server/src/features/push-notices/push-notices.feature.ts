import { forgetPushDevice, getPushKey, keepPushDevice } from '@arcadia/contract/admin/push-notices'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createPushDelivery } from './push-delivery.service.ts'
import { createPushNotices, type PushDeps } from './push-notices.service.ts'
import { forgetKeys } from './push-notices.store.ts'

/** Push notifications for owners. `tellOwner` decides what is sent and when, as for emails. */
export function pushNoticesFeature(deps: PushDeps) {
  const push = createPushNotices(deps)
  return {
    name: 'push-notices',
    api: { delivery: createPushDelivery(deps).sweep },
    endpoints: [
      serve(getPushKey, async () => ({ publicKey: await push.publicKey() })),
      serve(keepPushDevice, ({ user, body }) => push.keepDevice(user, body)),
      serve(forgetPushDevice, ({ user, body }) => push.forgetDevice(user.id, body.endpoint)),
    ],
    forgetSealed: forgetKeys,
  } satisfies Feature
}
