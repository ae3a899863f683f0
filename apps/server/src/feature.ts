import type { Served } from './http/bind-endpoint.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { MailKinds } from './mail/mail-kinds.ts'
import type { MailRenderers } from './mail/mail-renderers.ts'

/** All that a feature adds to the server. Making one starts nothing; `features.ts` lists them and `app.ts` joins them. */
export interface Feature<Api = unknown> {
  /** Its folder. */
  name: string
  /** What higher floors may use. */
  api: Api
  endpoints?: readonly Served[]
  emails?: Partial<MailRenderers<MailKinds>>
  sweeps?: readonly Sweep[]
  /** Waits for what it has under way with the outside. */
  idle?(): Promise<void>
}
