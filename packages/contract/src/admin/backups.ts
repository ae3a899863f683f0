import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../fields.ts'

/** How many backups are kept in each place. */
export const KEPT_BACKUPS = 14

/** When the day's backup is made, at the venue. */
export const BACKUP_AT = '03:00'

const text = (what: string) => z.string(`${what} is required`).check(z.trim(), z.maxLength(500, `${what} is too long`))

const isWebAddress = (address: string) => ['https:', 'http:'].includes(URL.parse(address)?.protocol ?? '')

/** Where each backup is copied to, so that not everything is on one disk. What its kind does not use is empty. */
export const SecondPlace = z
  .strictObject({
    /** `S3` is any storage service that speaks S3. */
    kind: z.enum(['NONE', 'FOLDER', 'S3']),
    folder: text('A folder'),
    /** Of the bucket. */
    address: text('The address'),
    region: text('The region'),
    keyId: text('The key id'),
    /** Empty keeps the one that is stored. */
    secret: text('The secret key'),
  })
  .check(
    z.refine(({ kind, folder }) => kind !== 'FOLDER' || folder.startsWith('/'), {
      error: 'Please enter the whole path, beginning with /',
      path: ['folder'],
    }),
    z.refine(({ kind, address }) => kind !== 'S3' || isWebAddress(address), {
      error: 'Please enter an address like https://s3.example.com/my-bucket',
      path: ['address'],
    }),
    z.refine(({ kind, keyId }) => kind !== 'S3' || keyId !== '', { error: 'The key id is required', path: ['keyId'] }),
  )
export type SecondPlace = z.infer<typeof SecondPlace>

export const NO_PLACE: SecondPlace = { kind: 'NONE', folder: '', address: '', region: '', keyId: '', secret: '' }

export const Backup = z.object({
  id: Id,
  file: z.string(),
  takenAt: Instant,
  version: z.string(),
  bytes: z.int(),
  bookings: z.int(),
  /** Whether the file is in the folder of the server that answers. */
  isHere: z.boolean(),
  /** Which paper opens it: that of the recovery key there is now, of an earlier one, or none. */
  opensWith: z.enum(['THIS_KEY', 'EARLIER_KEY', 'NO_PAPER']),
  /** What was wrong in the copy that was restored from it; null while it was not tried. */
  drillProblems: z.nullable(z.array(z.string())),
  copiedAt: z.nullable(Instant),
})
export type Backup = z.infer<typeof Backup>

export const Backups = z.object({
  /** Newest first. */
  made: z.array(Backup),
  next: z.object({ at: Instant, isRunning: z.boolean() }),
  /** Why the last try failed, to make one or to copy it; null if it did not. */
  failure: z.nullable(z.string()),
  isMissed: z.boolean(),
  folder: z.string(),
  recoveryKey: z.nullable(z.object({ madeAt: Instant, triedAt: z.nullable(Instant) })),
  /** Without its secret. */
  secondPlace: SecondPlace,
  /** Since a restore nothing is copied to the second place, until it is set anew. */
  isPaused: z.boolean(),
  /** Whether the second place is a folder on the disk that has the first. */
  isSameDisk: z.boolean(),
})
export type Backups = z.infer<typeof Backups>

export const errors = {
  'not-a-recovery-key': {
    status: 400,
    message: "That isn't a recovery key. It has seven groups of four letters and digits: look for a typo.",
  },
  'recovery-key-is-another': { status: 409, message: "This key doesn't open the last backup." },
  'recovery-key-is-earlier': {
    status: 409,
    message: 'This is an earlier key. It opens older backups, not the last one: keep that paper, and try the newest.',
  },
  'no-backup-here': { status: 409, message: 'There is no backup to open yet. Press Back up now first.' },
  'backup-not-whole': { status: 409, message: "The last backup's file is damaged. Press Back up now to make another." },
  'second-place-failed': { status: 409, message: "We couldn't write to this place." },
} as const

export const getBackups = endpoint({
  method: 'GET',
  path: '/api/admin/backups',
  access: 'owner',
  summary: 'The backups that are kept, the next one, the recovery key and the second place.',
  failed: 'Failed to load the backups',
  response: Backups,
})

export const backUpNow = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  access: 'owner',
  asksAgain: 'backups',
  summary: 'Makes the next backup at once.',
  failed: 'Failed to start the backup',
  response: Backups,
})

export const makeRecoveryKey = endpoint({
  method: 'POST',
  path: '/api/admin/backups/recovery-key',
  access: 'owner',
  asksAgain: 'backups',
  summary: 'Makes a recovery key and shows it once. Later backups open with it, earlier ones with the key before.',
  failed: 'Failed to make a recovery key',
  response: z.object({ key: z.string() }),
  status: 201,
})

const TOO_LONG = 'This is longer than a recovery key, which has seven groups of four letters and digits.'

export const tryRecoveryKey = endpoint({
  method: 'POST',
  path: '/api/admin/backups/recovery-key/tries',
  access: 'owner',
  asksAgain: 'backups',
  summary: 'Opens the last backup with this key and says what it has.',
  failed: 'Failed to open the backup',
  body: z.strictObject({
    key: z
      .string('The key is required')
      .check(z.trim(), z.minLength(1, 'The key is required'), z.maxLength(200, TOO_LONG)),
  }),
  response: z.object({ takenAt: Instant, version: z.string(), bookings: z.int() }),
  errors: [
    'not-a-recovery-key',
    'recovery-key-is-another',
    'recovery-key-is-earlier',
    'no-backup-here',
    'backup-not-whole',
  ],
})

export const setSecondPlace = endpoint({
  method: 'PUT',
  path: '/api/admin/backups/second-place',
  access: 'owner',
  asksAgain: 'backups',
  summary: 'Sets where each backup is copied to, once a file could be written there.',
  failed: 'Failed to save the second place',
  body: SecondPlace,
  response: Backups,
  errors: ['second-place-failed'],
})
