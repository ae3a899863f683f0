import type { CurrentHold } from '@arcadia/contract/holds'
import { formatMonthDay } from '@arcadia/contract/trip-date'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { type DialogOptions, useDialogs } from '../../dialogs.ts'
import { useSession } from '../../session/session.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadMonthOf } from '../availability/availability.queries.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { forgetGift, giftInHand } from '../gift-vouchers/gift-in-hand.ts'
import { freeHold, openHoldQuery } from '../holds/hold.queries.ts'
import { claimHold, ownHolds } from '../holds/own-hold.ts'
import { keepDraft, readDraft } from './booking-draft.ts'
import { advance, draftOf, startWizard, type WizardEvent } from './booking-wizard.ts'
import type { holdParty as HoldParty } from './hold-party.ts'
import { useHoldFollowing } from './use-hold-following.ts'
import { isPaying, offerOf } from './wizard-state.ts'

export type WizardControls = ReturnType<typeof useBookingWizard>

/** Comes with the steps that hold spots (booking-dialog.tsx), not with the calendar. */
const holdParty: typeof HoldParty = async (party) => (await import('./hold-party.ts')).holdParty(party)

/** The booking dialog's state and its effects. */
export function useBookingWizard(start: DialogOptions['booking'], onClose: () => void) {
  const { user, session } = useSession()
  const { openBooking } = useDialogs()
  const client = useQueryClient()
  const config = useBookingConfig()
  const [wizard, dispatch] = useReducer(advance, undefined, () => {
    const draft = readDraft(user?.id)
    // What a customer left open has its party already.
    const given = draft?.userId ? null : giftInHand().trip
    const wizard = startWizard({ ...given, ...start, isSignedIn: user !== null }, draft)
    return user ? advance(wizard, { type: 'signed-in', user }) : wizard
  })
  // Ignore answers that arrive after closing.
  const isClosed = useRef(false)

  useEffect(() => keepDraft(draftOf(wizard, user?.id)), [wizard, user?.id])
  useCustomerChange(dispatch)
  useHoldFollowing(wizard, dispatch)
  useEffect(() => {
    if (wizard.madeHere) claimHold(wizard.madeHere)
  }, [wizard.madeHere])
  useEffect(() => {
    // Bookings, days and the waitlist have all changed.
    if (wizard.step !== 'Confirm') return
    forgetGift()
    void client.invalidateQueries()
  }, [wizard.step, client])

  /** What was given back. */
  function letGo(): CurrentHold | undefined {
    const { hold, madeHere } = wizard
    // An offer lasts until its own end, and another tab may be paying for a hold that this one found.
    if (!hold || hold.holdId !== madeHere || !ownHolds.has(madeHere) || !session || isPaying(wizard)) return undefined
    const { queryKey } = openHoldQuery
    client.setQueryData(queryKey, null)
    void freeHold(session, hold.holdId).then(() => {
      void client.invalidateQueries({ queryKey })
      return reloadMonthOf(client, hold.selectedDate)
    })
    return hold
  }

  /** After closing: holds the same spots as before and opens the dialog there; where they are gone, at step 2. */
  async function holdAgain(freed: CurrentHold) {
    if (!session || !config) return
    const { details, voucher } = wizard
    const party = { session, client, config, date: freed.selectedDate, details, earlier: freed, offer: null, voucher }
    const result = await holdParty(party)
    const holdId = 'held' in result && 'holdId' in result.held ? result.held.holdId : null
    if (holdId) ownHolds.add(holdId)
    const draft = draftOf(wizard, user?.id)
    keepDraft(draft && { ...draft, madeHere: holdId })
    openBooking()
  }

  function leave(to?: 'Date') {
    letGo()
    dispatch({ type: 'went-back', to })
  }

  return {
    wizard,
    dispatch,
    /** From step 2, or from step 3 for the same or another date: checks and holds. */
    async continueToPayment(date = wizard.date, details = wizard.details) {
      const { isChecking, voucher } = wizard
      if (!date || !session || !config || isChecking) return
      dispatch({ type: 'check-started', date })
      const result = await holdParty({
        session,
        client,
        config,
        date,
        details,
        earlier: wizard.hold ?? wizard.givenBack,
        offer: offerOf({ ...wizard, date }),
        voucher,
      })
      if ('problem' in result) {
        void reloadMonthOf(client, date)
        return dispatch({ type: 'check-failed', problem: result.problem })
      }
      const { held } = result
      if (isClosed.current) {
        if ('holdId' in held) void freeHold(session, held.holdId)
        return
      }
      if (!('holdId' in held)) return dispatch({ type: 'told-to-pay-first', spots: held })
      // A new hold is this tab's at once: Back may come before the browser has granted the claim.
      if (!held.isOffer) ownHolds.add(held.holdId)
      dispatch({ type: 'held', hold: held })
    },
    goBack: () => leave(),
    changeDate: () => leave('Date'),
    close() {
      // Stay open for the few seconds until the answer, or the customer won't know what happened to the money.
      if (wizard.payment === 'sending') return
      isClosed.current = true
      const freed = letGo()
      keepDraft(null)
      onClose()
      if (freed && wizard.step === 'Payment' && wizard.payment === 'ready')
        toast(`${formatMonthDay(freed.selectedDate)} is open again`, {
          label: 'Hold it again',
          onClick: () => void holdAgain(freed),
        })
    },
  }
}

/** Fills in the customer who signed in; restarts for a different customer. */
function useCustomerChange(dispatch: Dispatch<WizardEvent>) {
  const { user } = useSession()
  const known = useRef(user?.id)
  const greet = useEffectEvent(() => {
    if (!user) return
    if (known.current !== undefined && known.current !== user.id) dispatch({ type: 'restarted' })
    known.current = user.id
    dispatch({ type: 'signed-in', user })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the person changes, not their details
  useEffect(() => greet(), [user?.id])
}
