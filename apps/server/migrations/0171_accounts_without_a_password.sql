-- Nobody signs in to an account without a password: it was made for somebody, or taken back from whoever had not confirmed its
-- address, and a link to set one went there.
alter table users alter column password_hash drop not null;
update users set password_hash = null where closed_at is not null;
