import { MAX_PARTY } from '@arcadia/contract/configuration'
import { Users } from 'lucide-react'
import { useDialogs } from '../../dialogs.ts'
import { Banner } from '../../ui/banner.tsx'

const WORDS = ['one', 'two', 'three', 'four']

/** Groups larger than the date has room for are planned by hand. */
export function GroupNotice({ spots }: { spots: number }) {
  const { openEnquiry } = useDialogs()
  // A day without room says so at the number of anglers; here it is about the group.
  const limit = spots > 0 ? Math.min(MAX_PARTY, spots) : MAX_PARTY
  return (
    <Banner tone="warn" icon={Users}>
      Fishing with more than {WORDS[limit - 1]}?{' '}
      <button type="button" className="link" onClick={openEnquiry}>
        Enquire
      </button>{' '}
      and we'll work it out.
    </Banner>
  )
}
