import { Lock } from 'lucide-react'
import { Banner } from '../ui/banner.tsx'

/** Says why an address shows something else. */
export const NoAccess = ({ to }: { to: string }) => (
  <Banner tone="warn" icon={Lock} className="mb-4">
    {to} isn't open to you. Ask an owner.
  </Banner>
)
