import * as z from 'zod/mini'
import { keptOfTrip } from '../../session/kept-of-trip.ts'

const names = keptOfTrip('signed', z.string())

/** Keeps on this device that somebody of a group has signed on it. */
export const rememberSigned = (token: string, name: string): void => names.add(token, name.trim().split(/\s+/)[0] ?? '')

/** The first names of all who signed on this device by the group's link, in their order (docs/rules.md §2.32). */
export const signedHere = (groupUrl: string): string[] => names.by(groupUrl)
