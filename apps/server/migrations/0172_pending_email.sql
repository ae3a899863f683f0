-- Where an account wants its emails from now on. Nothing goes there but the link that confirms it, and nobody signs in with it.
alter table users add column pending_email text;
