import { type Base, createBase } from './base.ts'
import { dataChecks, examine, listChecks } from './checks/checks.ts'
import type { Db } from './database/transaction.ts'
import type { Check, Feature } from './feature.ts'
import { accountsFeature } from './features/accounts/accounts.feature.ts'
import { addedAnglersFeature } from './features/added-anglers/added-anglers.feature.ts'
import { alarmsFeature } from './features/alarms/alarms.feature.ts'
import { analyticsFeature } from './features/analytics/analytics.feature.ts'
import { auditLogFeature } from './features/audit-log/audit-log.feature.ts'
import { availabilityFeature } from './features/availability/availability.feature.ts'
import { backupsFeature } from './features/backups/backups.feature.ts'
import { balanceLinksFeature } from './features/balance-links/balance-links.feature.ts'
import { bookingDetailsFeature } from './features/booking-details/booking-details.feature.ts'
import { bookingNotesFeature } from './features/booking-notes/booking-notes.feature.ts'
import { bookingQueriesFeature } from './features/booking-queries/booking-queries.feature.ts'
import { bookingStatusFeature } from './features/booking-status/booking-status.feature.ts'
import { bookingsFeature } from './features/bookings/bookings.feature.ts'
import { bookkeepingFeature } from './features/bookkeeping/bookkeeping.feature.ts'
import { businessFeature } from './features/business/business.feature.ts'
import { calendarFeedFeature } from './features/calendar-feed/calendar-feed.feature.ts'
import { checkInsFeature } from './features/check-ins/check-ins.feature.ts'
import { configurationFeature } from './features/configuration/configuration.feature.ts'
import { dashboardFeature } from './features/dashboard/dashboard.feature.ts'
import { dayGuidesFeature } from './features/day-guides/day-guides.feature.ts'
import { dayMovesFeature } from './features/day-moves/day-moves.feature.ts'
import { disputePacksFeature } from './features/dispute-packs/dispute-packs.feature.ts'
import { enquiriesFeature } from './features/enquiries/enquiries.feature.ts'
import { freshLinksFeature } from './features/fresh-links/fresh-links.feature.ts'
import { funnelFeature } from './features/funnel/funnel.feature.ts'
import { galleryFeature } from './features/gallery/gallery.feature.ts'
import { giftOfHold } from './features/gift-vouchers/cover-booking.service.ts'
import { giftVouchersFeature } from './features/gift-vouchers/gift-vouchers.feature.ts'
import { guestNotesFeature } from './features/guest-notes/guest-notes.feature.ts'
import { holdsFeature } from './features/holds/holds.feature.ts'
import { inboxFeature } from './features/inbox/inbox.feature.ts'
import { mailsFeature } from './features/mails/mails.feature.ts'
import { manualPaymentsFeature } from './features/manual-payments/manual-payments.feature.ts'
import { merchantFeature } from './features/merchant/merchant.feature.ts'
import { messagesFeature } from './features/messages/messages.feature.ts'
import { myDataFeature } from './features/my-data/my-data.feature.ts'
import { openingFeature } from './features/opening/opening.feature.ts'
import { ownerNoticesFeature } from './features/owner-notices/owner-notices.feature.ts'
import { paymentsFeature } from './features/payments/payments.feature.ts'
import { peopleFeature } from './features/people/people.feature.ts'
import { phoneBookingsFeature } from './features/phone-bookings/phone-bookings.feature.ts'
import { picturesFeature } from './features/pictures/pictures.feature.ts'
import { providerFeature } from './features/provider/provider.feature.ts'
import { pushNoticesFeature } from './features/push-notices/push-notices.feature.ts'
import { receiptsFeature } from './features/receipts/receipts.feature.ts'
import { refundsFeature } from './features/refunds/refunds.feature.ts'
import { repliesFeature } from './features/replies/replies.feature.ts'
import { reviewsFeature } from './features/reviews/reviews.feature.ts'
import { secondFactorFeature } from './features/second-factor/second-factor.feature.ts'
import { sharesFeature } from './features/shares/shares.feature.ts'
import { listOpenShares } from './features/shares/shares.writes.ts'
import { signInFeature } from './features/sign-in/sign-in.feature.ts'
import { tipsFeature } from './features/tips/tips.feature.ts'
import { tripsFeature } from './features/trips/trips.feature.ts'
import { unsubscriptionsFeature } from './features/unsubscriptions/unsubscriptions.feature.ts'
import { voucherSalesFeature } from './features/voucher-sales/voucher-sales.feature.ts'
import { waitlistFeature } from './features/waitlist/waitlist.feature.ts'
import { waiversFeature } from './features/waivers/waivers.feature.ts'
import { createAsOfNow } from './mail/mails-as-of-now.ts'
import { createRenderMail, type RenderMail } from './mail/render-mail.ts'

/**
 * Every feature, lower layers first, except where one needs a function of a higher layer. This is the only place that names
 * them all. Creating them starts nothing.
 */
/** @throws Error when two features render one kind of email */
export function createFeatures(base: Base) {
  const business = businessFeature(base)
  const onBusiness = { ...base, business: business.api }
  const configuration = configurationFeature(base)
  const availability = availabilityFeature(base)
  const merchant = merchantFeature(base)
  const waitlist = waitlistFeature({
    ...base,
    giftOfHold: (holdId) => giftOfHold(base, base.clock.now(), holdId),
  })
  const accounts = accountsFeature({ ...base, withdrawCustomer: waitlist.api.withdrawCustomer })
  const { sessionGuard, inQueue } = accounts.api
  const secondFactor = secondFactorFeature({ ...onBusiness, sessionGuard })
  const holds = holdsFeature({ ...base, availability: availability.api, offerFreeSpots: waitlist.api.offerFreeSpots })
  const { holdForPress, holdToAdd } = holds.api
  const provider = providerFeature({ ...base, merchant: merchant.api })
  const blankOthers = async (...about: Parameters<NonNullable<Feature['blank']>>): Promise<void> => {
    for (const { blank } of Object.values<Feature>(features)) await blank?.(...about)
  }
  const addToMail = async (...about: Parameters<NonNullable<Feature['addToBookingMail']>>) => {
    const added = Object.values<Feature>(features).map(
      async (feature) => (await feature.addToBookingMail?.(...about)) ?? [],
    )
    return (await Promise.all(added)).flat()
  }
  const listReminders = async (now: Date) => {
    const listed = Object.values<Feature>(features).map(async (feature) => (await feature.reminders?.(now)) ?? [])
    return (await Promise.all(listed)).flat()
  }
  const house = { config: base, db: base.db, clock: base.clock, isForReal: base.environment === 'production' }
  let checks: Check[] | undefined
  // Made once, because some remember what they saw.
  const listAll = (): Check[] => (checks ??= listChecks(house, features))
  /** What is wrong with the data of a database, this one or a copy. Alarms are about what runs around it. */
  const examineData = async (db: Db, databaseUrl: string): Promise<string[]> => {
    const { clock, log } = base
    const there = createFeatures(createBase({ config: base, db, databaseUrl, clock, log }))
    const findings = await examine(dataChecks(db, there).filter(({ alarm }) => !alarm))
    return findings.flatMap(({ problems }) => problems)
  }
  // Emails are written by all features together, which are not there yet.
  const renderMail: RenderMail = (...about) => render(...about)
  const onMails = { render: renderMail, asOfNow: createAsOfNow({ ...base, render: renderMail }) }
  const deleteGuestNotes = (...about: Parameters<typeof guestNotes.api.deleteOf>) => guestNotes.api.deleteOf(...about)
  const giftsBack = (...about: Parameters<typeof giftVouchers.api.giftsBack>) => giftVouchers.api.giftsBack(...about)
  const onOthers = { blankOthers, addToMail, listOpenShares, listReminders, deleteGuestNotes, giftsBack }
  const bookings = bookingsFeature({ ...onBusiness, ...onOthers })
  const onBookings = { ...onBusiness, merchant: merchant.api, ...provider.api, bookings: bookings.api }
  const bookingQueries = bookingQueriesFeature(onBookings)
  const enquiries = enquiriesFeature(base)
  const bookingDetails = bookingDetailsFeature({ ...onBookings, ...onMails, bookingQueries: bookingQueries.api })
  const dayGuides = dayGuidesFeature(onBusiness)
  const reviews = reviewsFeature({ ...onBookings, dayGuides: dayGuides.api })
  const messages = messagesFeature(onBookings)
  const waivers = waiversFeature(onBookings)
  const shares = sharesFeature(onBookings)
  const giftVouchers = giftVouchersFeature(onBookings)
  const onVouchers = { ...onBookings, vouchers: giftVouchers.api }
  const payments = paymentsFeature({ ...onVouchers, holdForPress, holdToAdd })
  const refunds = refundsFeature({ ...onVouchers, payments: payments.api })
  const onRefunds = {
    ...onBookings,
    payments: payments.api,
    refunds: refunds.api,
  }
  const bookkeeping = bookkeepingFeature(onBookings)
  const manualPayments = manualPaymentsFeature(onRefunds)
  const guestNotes = guestNotesFeature(onBookings)
  const balanceLinks = balanceLinksFeature({ ...onVouchers, payments: payments.api, shares: shares.api })
  const addedAnglers = addedAnglersFeature({ ...onBookings, holdToAdd, payments: payments.api })
  const checkIns = checkInsFeature(onBookings)
  const dayMoves = dayMovesFeature(onRefunds)
  const trips = tripsFeature({
    ...onBookings,
    dayGuides: dayGuides.api,
    waivers: waivers.api,
    guestNotes: guestNotes.api,
    dayMoves: dayMoves.api,
    balanceLinks: balanceLinks.api,
    shares: shares.api,
    addedAnglers: addedAnglers.api,
  })
  const tips = tipsFeature({ ...onBookings, dayGuides: dayGuides.api, trips: trips.api, payments: payments.api })
  const unsubscriptions = unsubscriptionsFeature({ ...base, leaveEveryLine: waitlist.api.leaveEveryLine })
  const features = {
    alarms: alarmsFeature({ ...base, listChecks: listAll }),
    analytics: analyticsFeature(base),
    auditLog: auditLogFeature(base),
    backups: backupsFeature({ ...base, examineData }),
    funnel: funnelFeature(base),
    pictures: picturesFeature(base),
    gallery: galleryFeature(base),
    pushNotices: pushNoticesFeature(base),
    ownerNotices: ownerNoticesFeature(base),
    replies: repliesFeature(base),
    business,
    configuration,
    accounts,
    secondFactor,
    people: peopleFeature({ ...base, inQueue }),
    signIn: signInFeature({ ...base, inQueue, secondFactor: secondFactor.api }),
    availability,
    enquiries,
    merchant,
    holds,
    provider,
    waitlist,
    bookings,
    bookingDetails,
    bookingNotes: bookingNotesFeature(onBookings),
    bookingQueries,
    bookingStatus: bookingStatusFeature(onRefunds),
    inbox: inboxFeature({
      ...base,
      matching: { enquiries: enquiries.api.matching, questions: bookingQueries.api.matching },
    }),
    calendarFeed: calendarFeedFeature(onBookings),
    mails: mailsFeature({ ...base, ...onMails }),
    messages,
    payments,
    reviews,
    waivers,
    manualPayments,
    refunds,
    addedAnglers,
    balanceLinks,
    trips,
    tips,
    freshLinks: freshLinksFeature({
      ...base,
      trips: trips.api,
      reviews: reviews.api,
      gifts: giftVouchers.api,
    }),
    shares,
    giftVouchers,
    voucherSales: voucherSalesFeature({ ...onVouchers, payments: payments.api }),
    guestNotes,
    checkIns,
    dayGuides,
    bookkeeping,
    dayMoves,
    phoneBookings: phoneBookingsFeature(onBookings),
    dashboard: dashboardFeature({
      ...onBookings,
      availability: availability.api,
      bookkeeping: bookkeeping.api,
      waivers: waivers.api,
      guestNotes: guestNotes.api,
      checkIns: checkIns.api,
      manualPayments: manualPayments.api,
      dayGuides: dayGuides.api,
    }),
    opening: openingFeature({ ...onRefunds, listChecks: listAll }),
    unsubscriptions,
    receipts: receiptsFeature({
      ...onVouchers,
      bookkeeping: bookkeeping.api,
      trips: trips.api,
      tips: tips.api,
    }),
    disputePacks: disputePacksFeature({
      ...onBusiness,
      ...onMails,
      bookingDetails: bookingDetails.api,
      manualPayments: manualPayments.api,
      tips: tips.api,
    }),
    myData: myDataFeature({
      ...base,
      accounts: accounts.api,
      bookings: bookings.api,
      bookingQueries: bookingQueries.api,
      messages: messages.api,
      reviews: reviews.api,
      waitlist: waitlist.api,
      unsubscriptions: unsubscriptions.api,
      giftVouchers: giftVouchers.api,
      guestNotes: guestNotes.api,
      waivers: waivers.api,
    }),
  }
  const render: RenderMail = createRenderMail(
    Object.values<Feature>(features).map(({ emails = {} }) => emails),
    { ...base, business: business.api },
  )
  return features
}
