-- Only adds: servers of the release before go on beside those of this one.
--
-- Nothing is made in the name of a player who has been deleted, or for one: whoever makes a row for a player finds the player there, and whoever deletes the player
-- waits for it, or has come first. A deletion holds the row of the player, which `FOR KEY SHARE` waits for, before it takes away what is there. The seats of a game (`black`, `white`)
-- are taken by the journal, which looks itself, because its batches have events of other games. A transfer takes over what was there before.
CREATE FUNCTION players_are_there() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    place TEXT;
    player TEXT;
BEGIN
    IF current_setting('tengen.transfer', TRUE) = 'on' THEN
        RETURN NEW;
    END IF;
    FOREACH place IN ARRAY TG_ARGV LOOP
        CASE place
            WHEN 'player_id' THEN player := NEW.player_id;
            WHEN 'owner' THEN player := NEW.owner;
            WHEN 'inviter' THEN player := NEW.inviter;
            WHEN 'other' THEN player := NEW.other;
            WHEN 'bye' THEN player := NEW.bye;
            WHEN 'black' THEN player := NEW.black;
            WHEN 'white' THEN player := NEW.white;
            WHEN 'creator' THEN player := NEW.creator;
            WHEN 'opponent' THEN player := NEW.opponent;
            WHEN 'reporter' THEN player := NEW.reporter;
        END CASE;
        IF player IS NOT NULL THEN
            PERFORM FROM players WHERE id = player AND kind IS DISTINCT FROM 'deleted' FOR KEY SHARE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'no such player: %.%', TG_TABLE_NAME, place USING ERRCODE = 'TG001';
            END IF;
        END IF;
    END LOOP;
    RETURN NEW;
END; $$;
CREATE TRIGGER names_need_their_players BEFORE INSERT ON names FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER accounts_need_their_players BEFORE INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id', 'owner');
CREATE TRIGGER known_devices_need_their_players BEFORE INSERT ON known_devices FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER invitations_need_their_players BEFORE INSERT ON invitations FOR EACH ROW EXECUTE FUNCTION players_are_there('inviter');
CREATE TRIGGER authenticators_need_their_players BEFORE INSERT ON authenticators FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER recovery_codes_need_their_players BEFORE INSERT ON recovery_codes FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER mails_need_their_players BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER mail_links_need_their_players BEFORE INSERT ON mail_links FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER identities_need_their_players BEFORE INSERT ON identities FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER passkeys_need_their_players BEFORE INSERT ON passkeys FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER grants_need_their_players BEFORE INSERT ON grants FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER tokens_need_their_players BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER carries_need_their_players BEFORE INSERT ON carries FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER access_tokens_need_their_players BEFORE INSERT ON access_tokens FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER follows_need_their_players BEFORE INSERT ON follows FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id', 'other');
CREATE TRIGGER blocks_need_their_players BEFORE INSERT ON blocks FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id', 'other');
CREATE TRIGGER group_members_need_their_players BEFORE INSERT ON group_members FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER group_requests_need_their_players BEFORE INSERT ON group_requests FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER group_invitations_need_their_players BEFORE INSERT ON group_invitations FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id', 'inviter');
CREATE TRIGGER cards_need_their_players BEFORE INSERT ON cards FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER replayed_tasks_need_their_players BEFORE INSERT ON replayed_tasks FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER rounds_need_their_players BEFORE INSERT ON rounds FOR EACH ROW EXECUTE FUNCTION players_are_there('bye');
CREATE TRIGGER round_pairs_need_their_players BEFORE INSERT ON round_pairs FOR EACH ROW EXECUTE FUNCTION players_are_there('black', 'white');
CREATE TRIGGER games_need_their_players BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION players_are_there('creator', 'opponent');
CREATE TRIGGER records_need_their_players BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION players_are_there('owner');
CREATE TRIGGER variation_trees_need_their_players BEFORE INSERT ON variation_trees FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER reports_need_their_players BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION players_are_there('reporter');
CREATE TRIGGER sanctions_need_their_players BEFORE INSERT ON sanctions FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
CREATE TRIGGER networks_need_their_players BEFORE INSERT ON networks FOR EACH ROW EXECUTE FUNCTION players_are_there('player_id');
INSERT INTO migrations (number, release, only_adds) VALUES (40, '0.1.0', TRUE);
