import { forgetPushDevice, getPushKey, keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { ApiError, call } from '../../api/call.ts'
import { portalWorker } from './portal-worker.ts'

/** Whether notices can show here; `home-screen` on phones that need the portal installed first. */
export type DeviceState = 'on' | 'off' | 'blocked' | 'home-screen' | 'never'

/** The state of notices here. If on, registers the device again, because the server's data may be from a backup. */
export async function deviceState(): Promise<DeviceState> {
  const registration = await portalWorker()
  if (!registration || !('PushManager' in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'home-screen' : 'never'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'off'
  try {
    await keep(subscription)
    return 'on'
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'forbidden')) throw error
    // An owner's session ended here, and the person signed in now must not get owners' notices.
    await turnOffHere()
    return 'off'
  }
}

/** @throws Error with a message for people if the browser doesn't allow it */
export async function turnOn(): Promise<void> {
  // First, because browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error("Your browser doesn't allow notifications from this site.")
  const { publicKey } = await call(getPushKey, {})
  // A subscription made with another key wouldn't accept our notices.
  await turnOffHere()
  const { pushManager } = (await portalWorker())!
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((cause) => {
      throw new Error("Your browser's push service didn't answer. Please try again later.", { cause })
    })
  await keep(subscription)
}

export async function turnOff(): Promise<void> {
  const endpoint = await turnOffHere()
  if (endpoint) await call(forgetPushDevice, { body: { endpoint } })
}

/** Doesn't tell the server, which drops the device once its push service no longer knows it. */
export async function turnOffHere(): Promise<string | undefined> {
  const subscription = await (await portalWorker())?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
  return subscription?.endpoint
}

async function keep(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(keepPushDevice, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth } } })
}
