/** What an account is good for, in the account card and on the landing page. */
export const MEMBER_BENEFITS = [
  'Priority booking access',
  'Exclusive fishing packages',
  'Member-only events',
  'Special rates and offers',
]
