import * as z from 'zod'

/** Requests send these as booleans or as the strings 'true' and 'false'; responses use booleans. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((flag) => flag === true || flag === 'true')

const DeviceInfo = z.object({
  id: z.string().max(40).optional(),
  ipAddress: z.string().max(40).optional(),
  macAddress: z.string().max(60).optional(),
  latitude: z.string().max(20).optional(),
  longitude: z.string().max(20).optional(),
  type: z.string().max(200).optional(),
})

export const TransactionContext = z
  .object({
    mobile: Flag.default(false),
    isEcommerce: Flag.default(false),
    recurring: Flag.default(false),
    deviceInfo: DeviceInfo.default({}),
  })
  .default({ mobile: false, isEcommerce: false, recurring: false, deviceInfo: {} })
export type TransactionContext = z.infer<typeof TransactionContext>

export const emptyContext: TransactionContext = TransactionContext.parse(undefined)

export const Description = z.string().max(4000).default('')
