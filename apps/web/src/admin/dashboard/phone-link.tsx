/** A number to call; nothing where there is none. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="phone num">
      {phone}
    </a>
  )
}
