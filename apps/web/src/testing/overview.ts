/** How many of each kind wait: none. */
export const NONE_WAITING = {
  groupsToReach: 0,
  groupsToTell: 0,
  toGiveBack: 0,
  failuresToReview: 0,
  failuresToRefund: 0,
  refundRequests: 0,
  bookingQueries: 0,
  enquiries: 0,
  overdueBalances: 0,
  reviews: 0,
}

/** The dashboard's overview, as it is on the wire. */
export const OVERVIEW = {
  today: '2027-06-01',
  trips: [],
  waiting: NONE_WAITING,
  waitingLongest: [],
  money: { captured: 0, cash: 0, refunded: 0, due: 2150, overdue: 0 },
  merchant: { isConnected: true, needsRefresh: false },
  failedMails: 0,
  heldMails: 0,
  isOpeningOver: true,
  unsentMails: null,
  mailsWaitSince: null,
}
