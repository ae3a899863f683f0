const PROVIDERS = new Set(
  `aim.com aol.com att.net bellsouth.net btinternet.com charter.net comcast.net cox.net duck.com earthlink.net email.com
  fastmail.com frontier.com gmail.com gmx.com gmx.de gmx.net  googlemail.com hey.com hotmail.co.uk hotmail.com
  hotmail.fr icloud.com inbox.com juno.com live.com mac.com mail.com me.com mindspring.com msn.com netzero.net optonline.net
  orange.fr outlook.com pm.me proton.me protonmail.com rocketmail.com roadrunner.com rr.com sbcglobal.net sky.com
  spectrum.net t-online.de tuta.com verizon.net web.de windstream.net yahoo.ca yahoo.co.uk yahoo.com ymail.com zoho.com`.split(
    /\s+/,
  ),
)

/** Whether the addresses of a domain belong to people who have nothing else in common, and who can change nothing of it. */
export const isMailProvider = (domain: string): boolean => PROVIDERS.has(domain)
