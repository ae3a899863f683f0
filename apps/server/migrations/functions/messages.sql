-- Whether an enquiry or a question waits for the owner: what the dashboard, the navigation and the inbox count and show.
create function needs_reply(status text) returns boolean language sql immutable parallel safe
return status = 'NEW';
