import { forgetPushDevice, getPushKey, keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { ApiError, call } from '../../api/call.ts'
import { portalWorker } from './portal-worker.ts'

/** Whether notices can show here: `home-screen` where a phone takes them from an installed portal only. */
export type DeviceState = 'on' | 'off' | 'blocked' | 'home-screen' | 'never'

/** How notices stand on this device. One that is on is said again to the server, whose data may be from a backup. */
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
    // An owner's session ended here, and whoever signed in since is told nothing of what owners are.
    await turnOffHere()
    return 'off'
  }
}

/** @throws Error, in words for a person, when the browser does not let us */
export async function turnOn(): Promise<void> {
  // First, because a browser asks only while it remembers the press.
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error("Your browser doesn't allow notifications from this site.")
  const { publicKey } = await call(getPushKey, {})
  // One that was made with another key takes no notice of ours.
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

/** Without a word to the server, which forgets the device when its push service no longer knows it. */
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
