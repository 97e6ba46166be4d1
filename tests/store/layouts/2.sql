BEGIN TRANSACTION;
CREATE TABLE deal (
    game_id      INTEGER NOT NULL REFERENCES game (game_id),
    deal         INTEGER NOT NULL CHECK (deal >= 0),
    last_version INTEGER NOT NULL CHECK (last_version >= 0),
    summary      TEXT NOT NULL,
    carry        TEXT NOT NULL,
    closed_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal)
) STRICT, WITHOUT ROWID;
INSERT INTO "deal" VALUES(1,1,41,'{"number":1,"dealer":0,"seats":[1,2,0],"outcome":"remise","contract":["10NT",1,10,-1],"roles":["whister","declarer","whister"],"dealt":[3373319216,40118604,881398275],"talon":[17,7],"discard":[3,25],"tricks":[[1,[21,19,20],1,null],[1,[2,0,5],0,null],[0,[31,17,28],0,null],[0,[15,13,9],0,null],[0,[27,7,26],0,null],[0,[10,8,12],2,null],[2,[23,14,18],2,null],[2,[29,30,22],0,null],[0,[4,6,1],1,null],[1,[11,16,24],1,null]],"won":[5,3,2],"postings":[["mountain",1,null,70,"undertricks",7,10],["whists",2,1,20,"tricks",2,10],["whists",0,1,50,"tricks",5,10],["whists",2,1,70,"consolation",7,10],["whists",0,1,70,"consolation",7,10]],"calls":[[1,"bid 6S"],[2,"bid 6D"],[0,"bid 6NT"],[1,"bid 9S"],[2,"bid 9D"],[0,"bid 10C"],[1,"bid 10H"],[2,"pass"],[0,"pass"],[1,"declare 10NT"],[2,"whist"],[0,"whist"]]}','{"number":1,"dealer":1,"sheet":{"totals":[["mountain",1,null,70],["whists",0,1,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(1,2,80,'{"number":2,"dealer":1,"seats":[2,0,1],"outcome":"remise","contract":["10NT",0,10,-1],"roles":["declarer","passer","whister"],"dealt":[3359777124,822968961,112204810],"talon":[14,4],"discard":[14,17],"tricks":[[2,[23,22,19],2,null],[2,[25,30,28],0,null],[0,[31,29,26],0,null],[0,[5,0,3],0,null],[0,[8,15,11],1,null],[1,[24,21,27],0,null],[0,[6,7,1],1,null],[1,[18,20,13],2,null],[2,[10,4,9],2,null],[2,[12,2,16],2,null]],"won":[4,2,4],"postings":[["mountain",0,null,60,"undertricks",6,10],["whists",2,0,60,"tricks",6,10],["whists",2,0,60,"consolation",6,10]],"calls":[[2,"bid 10C"],[0,"bid 10H"],[1,"bid 10NT"],[2,"pass"],[0,"hold"],[1,"pass"],[0,"declare 10NT"],[1,"pass"],[2,"whist"],[2,"closed"]]}','{"number":2,"dealer":2,"sheet":{"totals":[["mountain",0,null,60],["mountain",1,null,70],["whists",0,1,120],["whists",2,0,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(1,3,116,'{"number":3,"dealer":2,"seats":[0,1,2],"outcome":"remise","contract":["10NT",0,10,-1],"roles":["declarer","whister","passer"],"dealt":[3510108360,608213553,142828806],"talon":[18,25],"discard":[3,25],"tricks":[[0,[30,26,27],0,null],[0,[19,22,16],1,null],[1,[15,8,6],1,null],[1,[5,2,7],0,null],[0,[20,29,17],0,null],[0,[18,0,23],2,null],[2,[1,21,4],1,null],[1,[11,13,24],2,null],[2,[10,28,9],2,null],[2,[14,31,12],2,null]],"won":[3,3,4],"postings":[["mountain",0,null,70,"undertricks",7,10],["whists",1,0,70,"tricks",7,10],["whists",1,0,70,"consolation",7,10]],"calls":[[0,"bid 10NT"],[1,"pass"],[2,"pass"],[0,"declare 10NT"],[1,"whist"],[2,"pass"],[1,"open"]]}','{"number":3,"dealer":0,"sheet":{"totals":[["mountain",0,null,130],["mountain",1,null,70],["whists",0,1,120],["whists",1,0,140],["whists",2,0,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(1,4,154,'{"number":4,"dealer":0,"seats":[1,2,0],"outcome":"remise","contract":["10NT",1,10,-1],"roles":["whister","declarer","passer"],"dealt":[3758918721,495010436,40906810],"talon":[17,8],"discard":[7,27],"tricks":[[1,[16,21,19],2,null],[2,[1,6,2],0,null],[0,[0,23,4],2,null],[2,[25,31,28],0,null],[0,[11,9,12],2,null],[2,[3,18,8],2,null],[2,[5,30,17],2,null],[2,[22,29,24],2,null],[2,[20,15,14],2,null],[2,[13,10,26],2,null]],"won":[2,0,8],"postings":[["mountain",1,null,100,"undertricks",10,10],["whists",0,1,100,"tricks",10,10],["whists",0,1,100,"consolation",10,10]],"calls":[[1,"bid 8C"],[2,"bid 9NT"],[0,"pass"],[1,"bid 10NT"],[2,"pass"],[1,"declare 10NT"],[2,"pass"],[0,"whist"],[0,"open"]]}','{"number":4,"dealer":1,"sheet":{"totals":[["mountain",0,null,130],["mountain",1,null,170],["whists",0,1,320],["whists",1,0,140],["whists",2,0,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(1,5,193,'{"number":5,"dealer":1,"seats":[2,0,1],"outcome":"remise","contract":["10NT",2,10,-1],"roles":["whister","passer","declarer"],"dealt":[323036272,3358102146,613697797],"talon":[17,3],"discard":[2,20],"tricks":[[2,[8,10,9],0,null],[0,[25,31,26],1,null],[1,[1,0,4],0,null],[0,[24,30,29],1,null],[1,[15,11,13],1,null],[1,[27,23,28],0,null],[0,[16,21,18],1,null],[1,[19,17,22],0,null],[0,[5,7,3],1,null],[1,[12,14,6],2,null]],"won":[4,5,1],"postings":[["mountain",2,null,90,"undertricks",9,10],["whists",0,2,90,"tricks",9,10],["whists",0,2,90,"consolation",9,10]],"calls":[[2,"bid 7NT"],[0,"bid 9C"],[1,"bid 10S"],[2,"bid 10NT"],[0,"pass"],[1,"pass"],[2,"declare 10NT"],[0,"whist"],[1,"pass"],[0,"open"]]}','{"number":5,"dealer":2,"sheet":{"totals":[["mountain",0,null,130],["mountain",1,null,170],["mountain",2,null,90],["whists",0,1,320],["whists",0,2,180],["whists",1,0,140],["whists",2,0,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(1,6,204,'{"number":6,"dealer":2,"seats":[0,1,2],"outcome":"unplayed","contract":["10NT",0,10,-1],"roles":["declarer","passer","passer"],"dealt":[457736261,2761180800,2308154],"talon":[30,8],"discard":[2,15],"tricks":[],"won":[0,0,0],"postings":[["pool",0,null,2,"unplayed",1,2],["pool",1,null,2,"aid_received",1,2],["whists",0,1,20,"aid",2,10],["pool",2,null,2,"aid_received",1,2],["whists",0,2,20,"aid",2,10],["mountain",0,null,-4,"aid_surplus",4,-1]],"calls":[[0,"bid 6NT"],[1,"bid 7D"],[2,"bid 10D"],[0,"bid 10NT"],[1,"pass"],[2,"pass"],[0,"declare 10NT"],[1,"pass"],[2,"pass"]]}','{"number":6,"dealer":0,"sheet":{"totals":[["mountain",0,null,126],["mountain",1,null,170],["mountain",2,null,90],["pool",0,null,2],["pool",1,null,2],["pool",2,null,2],["whists",0,1,340],["whists",0,2,200],["whists",1,0,140],["whists",2,0,120],["whists",2,1,90]]},"time_up":false,"drawn":[],"streak":0}',1700000000);
INSERT INTO "deal" VALUES(2,1,4,'{"number":1,"dealer":1,"seats":[2,0,1],"outcome":"passed_out","contract":null,"roles":["","",""],"dealt":[149013016,4028106116,117839939],"talon":[5,13],"discard":[],"tricks":[],"won":[0,0,0],"postings":[],"calls":[[2,"pass"],[0,"pass"],[1,"pass"]]}','{"number":1,"dealer":2,"sheet":{"totals":[["main",0,null,-10],["main",1,null,-10],["main",2,null,-10]]},"time_up":false,"drawn":[],"refas":[0,0,0],"refas_given":0,"used":[[],[],[]]}',1700000000);
INSERT INTO "deal" VALUES(2,2,8,'{"number":2,"dealer":2,"seats":[0,1,2],"outcome":"passed_out","contract":null,"roles":["","",""],"dealt":[3261206666,872793184,160958741],"talon":[13,9],"discard":[],"tricks":[],"won":[0,0,0],"postings":[],"calls":[[0,"pass"],[1,"pass"],[2,"pass"]]}','{"number":2,"dealer":0,"sheet":{"totals":[["main",0,null,-10],["main",1,null,-10],["main",2,null,-10]]},"time_up":false,"drawn":[],"refas":[0,0,0],"refas_given":0,"used":[[],[],[]]}',1700000000);
CREATE TABLE etude (
    user_id    INTEGER NOT NULL,
    guild_id   INTEGER NOT NULL,
    day        INTEGER NOT NULL CHECK (day >= 0),
    key        TEXT NOT NULL,
    line       TEXT NOT NULL,
    lost       INTEGER CHECK (lost BETWEEN 0 AND 10),
    tries      INTEGER NOT NULL DEFAULT 1 CHECK (tries >= 1),
    helped     INTEGER NOT NULL DEFAULT 0 CHECK (helped IN (0, 1)),
    shared     INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    touched_at INTEGER NOT NULL,
    solved_at  INTEGER,
    PRIMARY KEY (user_id, guild_id, day, key),
    CHECK ((guild_id = 0) = (day = 0))
) STRICT, WITHOUT ROWID;
INSERT INTO "etude" VALUES(11,0,0,'easy-1','7S',NULL,1,0,0,9,NULL);
CREATE TABLE game (
    game_id          INTEGER PRIMARY KEY,
    guild_id         INTEGER NOT NULL,
    channel_id       INTEGER NOT NULL,
    place_id         INTEGER,
    message_id       INTEGER,
    host_id          INTEGER NOT NULL,
    rules            TEXT NOT NULL,
    status           TEXT NOT NULL DEFAULT 'lobby'
                     CHECK (status IN ('lobby', 'playing', 'paused', 'frozen', 'over', 'void')),
    clock            TEXT NOT NULL,
    created_at       INTEGER NOT NULL,
    started_at       INTEGER,
    ended_at         INTEGER,
    deadline         INTEGER,
    wake             INTEGER,
    shows            TEXT NOT NULL DEFAULT '',
    version          INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    painted          INTEGER NOT NULL DEFAULT -1 CHECK (painted >= -1),
    revision         INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    painted_revision INTEGER NOT NULL DEFAULT -1 CHECK (painted_revision >= -1), friendly INTEGER NOT NULL DEFAULT 0 CHECK (friendly IN (0, 1)),
    CHECK ((status IN ('over', 'void')) = (ended_at IS NOT NULL))
) STRICT;
INSERT INTO "game" VALUES(1,1,5,5,NULL,11,'{"family":"russian","options":{"aid_whists_per_point":10,"american_aid":true,"claims":"by_consent","concede_three":false,"consolation_to":"whisters","consolation_value":"contract","dealer_rotation":"always","dealer_talon_bonus":true,"defender_talk":true,"end_condition":"all_pools_closed","finish_round":false,"half_whist":true,"half_whist_first":false,"high_whist":"second","jump_bids":true,"misere_exposure":"after_declarer_lead","misere_without_talon":false,"mountain_mode":"mountain","mountain_multiplier":1,"open_whist_exposure":"before_lead","players":3,"pool_settlement":"average(10)","pool_target":2,"quota_rule":"team_capped","raspasy_amnesty":"auto","raspasy_cost_base":1,"raspasy_cost_cap":3,"raspasy_dealer_4p":"participates","raspasy_exit_bar":[6,7],"raspasy_exit_on":"fulfilled","raspasy_max_streak":null,"raspasy_progression":"arithmetic","raspasy_talon":"open","raspasy_third_lead":"first_hand","raspasy_zero_bonus":2,"raspasy_zero_bonus_dealer":true,"reveal_after_deal":true,"rostov_raspasy":"conversion","rostov_whists_per_point":5,"rounding":"combined","senior_hold":true,"single_whister_tricks":"all_defence","stake_label":"points","stalingrad":true,"ten_trick":"whisted","throw_talon":true,"whist_multiplier":1,"whist_penalty":"full","whist_sharing":"individual"},"preset":"sochi"}','over','none',1700000000,1700000000,1700000000,NULL,NULL,'',205,-1,2,-1,0);
INSERT INTO "game" VALUES(2,1,5,5,NULL,11,'{"family":"balkan","options":{"abandoned_game":"write_off","auto_forced_pass":true,"bettel_kontra_payout":"host_single","claims":"by_consent","defence_conventions":"hints","direction":"ccw","game_commitment":"suit_only","hat_rule":"above_zero","kontra_callers":"volunteers","kontra_max_level":4,"last_contract_cut":"contract_and_tricks","last_contract_fall":"single","max_refas":"auto","plain_two":"refa_then_hat_win","plain_two_refa_exempt":true,"players":3,"preferans_contract":false,"refa_blocked_by_hat":true,"refa_scale":"per_30","rekontra_on_game_bettel":true,"reveal_after_deal":false,"sanac_lead":"predecessor","stake_label":"points","starting_level":10,"stop_at_five":true,"suit_order":"SDHC","suit_skin":"french","talon_exposed":true},"preset":"serbian"}','playing','none',1700000000,1700000000,NULL,NULL,NULL,'',9,-1,3,-1,0);
CREATE TABLE guild (
    guild_id        INTEGER PRIMARY KEY,
    locale          TEXT,
    preset          TEXT,
    clock           TEXT,
    max_tables      INTEGER NOT NULL DEFAULT 10 CHECK (max_tables >= 0),
    max_user_tables INTEGER NOT NULL DEFAULT 3 CHECK (max_user_tables >= 0),
    use_threads     INTEGER NOT NULL DEFAULT 1 CHECK (use_threads IN (0, 1)),
    min_games       INTEGER NOT NULL DEFAULT 3 CHECK (min_games >= 0)
) STRICT;
INSERT INTO "guild" VALUES(1,'ru','sochi',NULL,10,3,1,3);
CREATE TABLE line (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    version INTEGER NOT NULL CHECK (version >= 0),
    deal    INTEGER NOT NULL CHECK (deal >= 0),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN -1 AND 3),
    text    TEXT NOT NULL,
    "by"    TEXT NOT NULL CHECK (
        "by" IN ('table', 'robot', 'clock')
        OR ("by" GLOB '[1-9]*' AND "by" NOT GLOB '*[^0-9]*')
    ),
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;
INSERT INTO "line" VALUES(1,0,1,-1,'dealer 0','table',1700000000);
INSERT INTO "line" VALUES(1,1,1,-1,'deck 7C 10C QH 10D AC JD 9D 9S JH 7S 10H AH 8D AS KS QD 7D AD 9C 7H 10S QC JC 9H KC QS KD 8H 8S 8C JS KH','table',1700000000);
INSERT INTO "line" VALUES(1,2,1,1,'bid 6S','12',1700000000);
INSERT INTO "line" VALUES(1,3,1,2,'bid 6D','13',1700000000);
INSERT INTO "line" VALUES(1,4,1,0,'bid 6NT','11',1700000000);
INSERT INTO "line" VALUES(1,5,1,1,'bid 9S','12',1700000000);
INSERT INTO "line" VALUES(1,6,1,2,'bid 9D','13',1700000000);
INSERT INTO "line" VALUES(1,7,1,0,'bid 10C','11',1700000000);
INSERT INTO "line" VALUES(1,8,1,1,'bid 10H','12',1700000000);
INSERT INTO "line" VALUES(1,9,1,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,10,1,0,'pass','11',1700000000);
INSERT INTO "line" VALUES(1,11,1,1,'discard 10S 8H','12',1700000000);
INSERT INTO "line" VALUES(1,12,1,1,'declare 10NT','12',1700000000);
INSERT INTO "line" VALUES(1,13,1,2,'whist','13',1700000000);
INSERT INTO "line" VALUES(1,14,1,0,'whist','11',1700000000);
INSERT INTO "line" VALUES(1,15,1,1,'play QD','12',1700000000);
INSERT INTO "line" VALUES(1,16,1,2,'play 10D','13',1700000000);
INSERT INTO "line" VALUES(1,17,1,0,'play JD','11',1700000000);
INSERT INTO "line" VALUES(1,18,1,1,'play 9S','12',1700000000);
INSERT INTO "line" VALUES(1,19,1,2,'play 7S','13',1700000000);
INSERT INTO "line" VALUES(1,20,1,0,'play QS','11',1700000000);
INSERT INTO "line" VALUES(1,21,1,0,'play AH','11',1700000000);
INSERT INTO "line" VALUES(1,22,1,1,'play 8D','12',1700000000);
INSERT INTO "line" VALUES(1,23,1,2,'play JH','13',1700000000);
INSERT INTO "line" VALUES(1,24,1,0,'play AC','11',1700000000);
INSERT INTO "line" VALUES(1,25,1,1,'play QC','12',1700000000);
INSERT INTO "line" VALUES(1,26,1,2,'play 8C','13',1700000000);
INSERT INTO "line" VALUES(1,27,1,0,'play 10H','11',1700000000);
INSERT INTO "line" VALUES(1,28,1,1,'play AS','12',1700000000);
INSERT INTO "line" VALUES(1,29,1,2,'play 9H','13',1700000000);
INSERT INTO "line" VALUES(1,30,1,0,'play 9C','11',1700000000);
INSERT INTO "line" VALUES(1,31,1,1,'play 7C','12',1700000000);
INSERT INTO "line" VALUES(1,32,1,2,'play JC','13',1700000000);
INSERT INTO "line" VALUES(1,33,1,2,'play AD','13',1700000000);
INSERT INTO "line" VALUES(1,34,1,0,'play KC','11',1700000000);
INSERT INTO "line" VALUES(1,35,1,1,'play 9D','12',1700000000);
INSERT INTO "line" VALUES(1,36,1,2,'play QH','13',1700000000);
INSERT INTO "line" VALUES(1,37,1,0,'play KH','11',1700000000);
INSERT INTO "line" VALUES(1,38,1,1,'play KD','12',1700000000);
INSERT INTO "line" VALUES(1,39,1,0,'play JS','11',1700000000);
INSERT INTO "line" VALUES(1,40,1,1,'play KS','12',1700000000);
INSERT INTO "line" VALUES(1,41,1,2,'play 8S','13',1700000000);
INSERT INTO "line" VALUES(1,42,2,-1,'deck 8S 9H 10H 7C AC 10D AD JC KD QC 7H 9D KC JS 10C 10S AH 9S AS 7D JD 9C KS 8D 8C JH QD 8H KH QS QH 7S','table',1700000000);
INSERT INTO "line" VALUES(1,43,2,2,'bid 10C','13',1700000000);
INSERT INTO "line" VALUES(1,44,2,0,'bid 10H','11',1700000000);
INSERT INTO "line" VALUES(1,45,2,1,'bid 10NT','12',1700000000);
INSERT INTO "line" VALUES(1,46,2,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,47,2,0,'hold','11',1700000000);
INSERT INTO "line" VALUES(1,48,2,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,49,2,0,'discard KC 8D','11',1700000000);
INSERT INTO "line" VALUES(1,50,2,0,'declare 10NT','11',1700000000);
INSERT INTO "line" VALUES(1,51,2,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,52,2,2,'whist','13',1700000000);
INSERT INTO "line" VALUES(1,53,2,2,'closed','13',1700000000);
INSERT INTO "line" VALUES(1,54,2,2,'play AD','13',1700000000);
INSERT INTO "line" VALUES(1,55,2,0,'play KD','11',1700000000);
INSERT INTO "line" VALUES(1,56,2,1,'play 10D','12',1700000000);
INSERT INTO "line" VALUES(1,57,2,2,'play 8H','13',1700000000);
INSERT INTO "line" VALUES(1,58,2,0,'play KH','11',1700000000);
INSERT INTO "line" VALUES(1,59,2,1,'play JH','12',1700000000);
INSERT INTO "line" VALUES(1,60,2,0,'play AH','11',1700000000);
INSERT INTO "line" VALUES(1,61,2,1,'play QH','12',1700000000);
INSERT INTO "line" VALUES(1,62,2,2,'play 9H','13',1700000000);
INSERT INTO "line" VALUES(1,63,2,0,'play QS','11',1700000000);
INSERT INTO "line" VALUES(1,64,2,1,'play 7S','12',1700000000);
INSERT INTO "line" VALUES(1,65,2,2,'play 10S','13',1700000000);
INSERT INTO "line" VALUES(1,66,2,0,'play 7C','11',1700000000);
INSERT INTO "line" VALUES(1,67,2,1,'play AC','12',1700000000);
INSERT INTO "line" VALUES(1,68,2,2,'play 10C','13',1700000000);
INSERT INTO "line" VALUES(1,69,2,1,'play 7H','12',1700000000);
INSERT INTO "line" VALUES(1,70,2,2,'play QD','13',1700000000);
INSERT INTO "line" VALUES(1,71,2,0,'play 10H','11',1700000000);
INSERT INTO "line" VALUES(1,72,2,0,'play KS','11',1700000000);
INSERT INTO "line" VALUES(1,73,2,1,'play AS','12',1700000000);
INSERT INTO "line" VALUES(1,74,2,2,'play 8S','13',1700000000);
INSERT INTO "line" VALUES(1,75,2,1,'play 9D','12',1700000000);
INSERT INTO "line" VALUES(1,76,2,2,'play JD','13',1700000000);
INSERT INTO "line" VALUES(1,77,2,0,'play QC','11',1700000000);
INSERT INTO "line" VALUES(1,78,2,2,'play 9C','13',1700000000);
INSERT INTO "line" VALUES(1,79,2,0,'play JS','11',1700000000);
INSERT INTO "line" VALUES(1,80,2,1,'play 8C','12',1700000000);
INSERT INTO "line" VALUES(1,81,3,-1,'deck QD AH QH 7S 10H 7C 10D KH KD QS 9C 8D 9D 8H 10S KS 9H JS 8S QC AS 7H 10C JC AD 7D JH JD AC 8C KC 9S','table',1700000000);
INSERT INTO "line" VALUES(1,82,3,0,'bid 10NT','11',1700000000);
INSERT INTO "line" VALUES(1,83,3,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,84,3,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,85,3,0,'discard 10S 8H','11',1700000000);
INSERT INTO "line" VALUES(1,86,3,0,'declare 10NT','11',1700000000);
INSERT INTO "line" VALUES(1,87,3,1,'whist','12',1700000000);
INSERT INTO "line" VALUES(1,88,3,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,89,3,1,'open','12',1700000000);
INSERT INTO "line" VALUES(1,90,3,0,'play KH','11',1700000000);
INSERT INTO "line" VALUES(1,91,3,1,'play 9H','12',1700000000);
INSERT INTO "line" VALUES(1,92,3,1,'play 10H','12',1700000000);
INSERT INTO "line" VALUES(1,93,3,0,'play 10D','11',1700000000);
INSERT INTO "line" VALUES(1,94,3,1,'play KD','12',1700000000);
INSERT INTO "line" VALUES(1,95,3,1,'play 7D','12',1700000000);
INSERT INTO "line" VALUES(1,96,3,1,'play AC','12',1700000000);
INSERT INTO "line" VALUES(1,97,3,1,'play 7C','12',1700000000);
INSERT INTO "line" VALUES(1,98,3,0,'play KS','11',1700000000);
INSERT INTO "line" VALUES(1,99,3,1,'play QS','12',1700000000);
INSERT INTO "line" VALUES(1,100,3,1,'play 9S','12',1700000000);
INSERT INTO "line" VALUES(1,101,3,0,'play AS','11',1700000000);
INSERT INTO "line" VALUES(1,102,3,0,'play JD','11',1700000000);
INSERT INTO "line" VALUES(1,103,3,1,'play QH','12',1700000000);
INSERT INTO "line" VALUES(1,104,3,1,'play 8D','12',1700000000);
INSERT INTO "line" VALUES(1,105,3,0,'play 9D','11',1700000000);
INSERT INTO "line" VALUES(1,106,3,1,'play 7S','12',1700000000);
INSERT INTO "line" VALUES(1,107,3,1,'play AD','12',1700000000);
INSERT INTO "line" VALUES(1,108,3,1,'play 8S','12',1700000000);
INSERT INTO "line" VALUES(1,109,3,0,'play QD','11',1700000000);
INSERT INTO "line" VALUES(1,110,3,1,'play JS','12',1700000000);
INSERT INTO "line" VALUES(1,111,3,1,'play 10C','12',1700000000);
INSERT INTO "line" VALUES(1,112,3,1,'play QC','12',1700000000);
INSERT INTO "line" VALUES(1,113,3,0,'play 7H','11',1700000000);
INSERT INTO "line" VALUES(1,114,3,1,'play 9C','12',1700000000);
INSERT INTO "line" VALUES(1,115,3,0,'play JH','11',1700000000);
INSERT INTO "line" VALUES(1,116,3,1,'play 8C','12',1700000000);
INSERT INTO "line" VALUES(1,117,4,-1,'deck 9H 10H 10S 8S 10D KH 7H JH JC KD 9D 9C 8D 7C 7D AS 8H JS 7S AC AD 8C QD QC QH AH 9S KC QS JD KS 10C','table',1700000000);
INSERT INTO "line" VALUES(1,118,4,1,'bid 8C','12',1700000000);
INSERT INTO "line" VALUES(1,119,4,2,'bid 9NT','13',1700000000);
INSERT INTO "line" VALUES(1,120,4,0,'pass','11',1700000000);
INSERT INTO "line" VALUES(1,121,4,1,'bid 10NT','12',1700000000);
INSERT INTO "line" VALUES(1,122,4,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,123,4,1,'discard AS 10H','12',1700000000);
INSERT INTO "line" VALUES(1,124,4,1,'declare 10NT','12',1700000000);
INSERT INTO "line" VALUES(1,125,4,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,126,4,0,'whist','11',1700000000);
INSERT INTO "line" VALUES(1,127,4,0,'open','11',1700000000);
INSERT INTO "line" VALUES(1,128,4,1,'play 7D','12',1700000000);
INSERT INTO "line" VALUES(1,129,4,0,'play QD','11',1700000000);
INSERT INTO "line" VALUES(1,130,4,0,'play 10D','11',1700000000);
INSERT INTO "line" VALUES(1,131,4,0,'play 8S','11',1700000000);
INSERT INTO "line" VALUES(1,132,4,0,'play KS','11',1700000000);
INSERT INTO "line" VALUES(1,133,4,1,'play 9S','12',1700000000);
INSERT INTO "line" VALUES(1,134,4,0,'play 7S','11',1700000000);
INSERT INTO "line" VALUES(1,135,4,1,'play AD','12',1700000000);
INSERT INTO "line" VALUES(1,136,4,0,'play JS','11',1700000000);
INSERT INTO "line" VALUES(1,137,4,0,'play 8H','11',1700000000);
INSERT INTO "line" VALUES(1,138,4,0,'play AH','11',1700000000);
INSERT INTO "line" VALUES(1,139,4,1,'play JH','12',1700000000);
INSERT INTO "line" VALUES(1,140,4,0,'play 10C','11',1700000000);
INSERT INTO "line" VALUES(1,141,4,1,'play 8C','12',1700000000);
INSERT INTO "line" VALUES(1,142,4,0,'play JC','11',1700000000);
INSERT INTO "line" VALUES(1,143,4,0,'play 10S','11',1700000000);
INSERT INTO "line" VALUES(1,144,4,0,'play 9D','11',1700000000);
INSERT INTO "line" VALUES(1,145,4,1,'play 7C','12',1700000000);
INSERT INTO "line" VALUES(1,146,4,0,'play QS','11',1700000000);
INSERT INTO "line" VALUES(1,147,4,0,'play KH','11',1700000000);
INSERT INTO "line" VALUES(1,148,4,1,'play 8D','12',1700000000);
INSERT INTO "line" VALUES(1,149,4,0,'play KD','11',1700000000);
INSERT INTO "line" VALUES(1,150,4,0,'play QH','11',1700000000);
INSERT INTO "line" VALUES(1,151,4,1,'play 7H','12',1700000000);
INSERT INTO "line" VALUES(1,152,4,0,'play JD','11',1700000000);
INSERT INTO "line" VALUES(1,153,4,0,'play AC','11',1700000000);
INSERT INTO "line" VALUES(1,154,4,1,'play KC','12',1700000000);
INSERT INTO "line" VALUES(1,155,5,-1,'deck JD 10C JS JH 10H JC 9H KC 7D 8H AH 10D 8D 10S AD 7C QC 9C KH AC 9D QH KS 7H QD AS 9S 7S KD QS 8S 8C','table',1700000000);
INSERT INTO "line" VALUES(1,156,5,2,'bid 7NT','13',1700000000);
INSERT INTO "line" VALUES(1,157,5,0,'bid 9C','11',1700000000);
INSERT INTO "line" VALUES(1,158,5,1,'bid 10S','12',1700000000);
INSERT INTO "line" VALUES(1,159,5,2,'bid 10NT','13',1700000000);
INSERT INTO "line" VALUES(1,160,5,0,'pass','11',1700000000);
INSERT INTO "line" VALUES(1,161,5,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,162,5,2,'discard 9S JD','13',1700000000);
INSERT INTO "line" VALUES(1,163,5,2,'declare 10NT','13',1700000000);
INSERT INTO "line" VALUES(1,164,5,0,'whist','11',1700000000);
INSERT INTO "line" VALUES(1,165,5,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,166,5,0,'open','11',1700000000);
INSERT INTO "line" VALUES(1,167,5,2,'play 7C','13',1700000000);
INSERT INTO "line" VALUES(1,168,5,0,'play 9C','11',1700000000);
INSERT INTO "line" VALUES(1,169,5,0,'play 8C','11',1700000000);
INSERT INTO "line" VALUES(1,170,5,0,'play 8H','11',1700000000);
INSERT INTO "line" VALUES(1,171,5,0,'play AH','11',1700000000);
INSERT INTO "line" VALUES(1,172,5,2,'play 9H','13',1700000000);
INSERT INTO "line" VALUES(1,173,5,0,'play 8S','11',1700000000);
INSERT INTO "line" VALUES(1,174,5,2,'play 7S','13',1700000000);
INSERT INTO "line" VALUES(1,175,5,0,'play JS','11',1700000000);
INSERT INTO "line" VALUES(1,176,5,0,'play 7H','11',1700000000);
INSERT INTO "line" VALUES(1,177,5,0,'play KH','11',1700000000);
INSERT INTO "line" VALUES(1,178,5,2,'play QH','13',1700000000);
INSERT INTO "line" VALUES(1,179,5,0,'play AC','11',1700000000);
INSERT INTO "line" VALUES(1,180,5,2,'play 10C','13',1700000000);
INSERT INTO "line" VALUES(1,181,5,0,'play QC','11',1700000000);
INSERT INTO "line" VALUES(1,182,5,0,'play 10H','11',1700000000);
INSERT INTO "line" VALUES(1,183,5,2,'play AD','13',1700000000);
INSERT INTO "line" VALUES(1,184,5,0,'play JH','11',1700000000);
INSERT INTO "line" VALUES(1,185,5,0,'play 7D','11',1700000000);
INSERT INTO "line" VALUES(1,186,5,0,'play QD','11',1700000000);
INSERT INTO "line" VALUES(1,187,5,2,'play 9D','13',1700000000);
INSERT INTO "line" VALUES(1,188,5,0,'play 10D','11',1700000000);
INSERT INTO "line" VALUES(1,189,5,2,'play 8D','13',1700000000);
INSERT INTO "line" VALUES(1,190,5,0,'play KD','11',1700000000);
INSERT INTO "line" VALUES(1,191,5,0,'play QS','11',1700000000);
INSERT INTO "line" VALUES(1,192,5,0,'play AS','11',1700000000);
INSERT INTO "line" VALUES(1,193,5,2,'play 10S','13',1700000000);
INSERT INTO "line" VALUES(1,194,6,-1,'deck 7H 10D 9D JD JS 8S JH 8H 9C KC 10C QD KH 7C AC 7S 9H AD 7D QS 10H KD AS AH JC 8D 9S KS 8C QH 10S QC','table',1700000000);
INSERT INTO "line" VALUES(1,195,6,0,'bid 6NT','11',1700000000);
INSERT INTO "line" VALUES(1,196,6,1,'bid 7D','12',1700000000);
INSERT INTO "line" VALUES(1,197,6,2,'bid 10D','13',1700000000);
INSERT INTO "line" VALUES(1,198,6,0,'bid 10NT','11',1700000000);
INSERT INTO "line" VALUES(1,199,6,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,200,6,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(1,201,6,0,'discard 9S AC','11',1700000000);
INSERT INTO "line" VALUES(1,202,6,0,'declare 10NT','11',1700000000);
INSERT INTO "line" VALUES(1,203,6,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(1,204,6,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(2,0,1,-1,'dealer 1','table',1700000000);
INSERT INTO "line" VALUES(2,1,1,-1,'deck KS 7H 9H 7S 9D QD AD JS 8C 7D AS JD 7C QH 9C QS QC 8D 10C 8S JC 8H KD KC 10S 10H AC JH 9S AH KH 10D','table',1700000000);
INSERT INTO "line" VALUES(2,2,1,2,'pass','13',1700000000);
INSERT INTO "line" VALUES(2,3,1,0,'pass','11',1700000000);
INSERT INTO "line" VALUES(2,4,1,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(2,5,2,-1,'deck 8D AS 8H 10S 8S 7D KS 9C 9D QS 7C 7H 9S 10C JS QC 8C QD JC AH KH KD QH 9H AC KC JH 7S JD AD 10D 10H','table',1700000000);
INSERT INTO "line" VALUES(2,6,2,0,'pass','11',1700000000);
INSERT INTO "line" VALUES(2,7,2,1,'pass','12',1700000000);
INSERT INTO "line" VALUES(2,8,2,2,'pass','13',1700000000);
CREATE TABLE person (
    user_id INTEGER PRIMARY KEY,
    locale  TEXT,
    name    TEXT
) STRICT;
INSERT INTO "person" VALUES(11,NULL,'Ana');
CREATE TABLE posting (
    game_id  INTEGER NOT NULL,
    deal     INTEGER NOT NULL,
    position INTEGER NOT NULL CHECK (position >= 0),
    account  TEXT NOT NULL,
    seat     INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    against  INTEGER CHECK (against BETWEEN 0 AND 3),
    amount   INTEGER NOT NULL,
    why      TEXT NOT NULL,
    count    INTEGER NOT NULL,
    unit     INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal, position),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;
INSERT INTO "posting" VALUES(1,1,0,'mountain',1,NULL,70,'undertricks',7,10);
INSERT INTO "posting" VALUES(1,1,1,'whists',2,1,20,'tricks',2,10);
INSERT INTO "posting" VALUES(1,1,2,'whists',0,1,50,'tricks',5,10);
INSERT INTO "posting" VALUES(1,1,3,'whists',2,1,70,'consolation',7,10);
INSERT INTO "posting" VALUES(1,1,4,'whists',0,1,70,'consolation',7,10);
INSERT INTO "posting" VALUES(1,2,0,'mountain',0,NULL,60,'undertricks',6,10);
INSERT INTO "posting" VALUES(1,2,1,'whists',2,0,60,'tricks',6,10);
INSERT INTO "posting" VALUES(1,2,2,'whists',2,0,60,'consolation',6,10);
INSERT INTO "posting" VALUES(1,3,0,'mountain',0,NULL,70,'undertricks',7,10);
INSERT INTO "posting" VALUES(1,3,1,'whists',1,0,70,'tricks',7,10);
INSERT INTO "posting" VALUES(1,3,2,'whists',1,0,70,'consolation',7,10);
INSERT INTO "posting" VALUES(1,4,0,'mountain',1,NULL,100,'undertricks',10,10);
INSERT INTO "posting" VALUES(1,4,1,'whists',0,1,100,'tricks',10,10);
INSERT INTO "posting" VALUES(1,4,2,'whists',0,1,100,'consolation',10,10);
INSERT INTO "posting" VALUES(1,5,0,'mountain',2,NULL,90,'undertricks',9,10);
INSERT INTO "posting" VALUES(1,5,1,'whists',0,2,90,'tricks',9,10);
INSERT INTO "posting" VALUES(1,5,2,'whists',0,2,90,'consolation',9,10);
INSERT INTO "posting" VALUES(1,6,0,'pool',0,NULL,2,'unplayed',1,2);
INSERT INTO "posting" VALUES(1,6,1,'pool',1,NULL,2,'aid_received',1,2);
INSERT INTO "posting" VALUES(1,6,2,'whists',0,1,20,'aid',2,10);
INSERT INTO "posting" VALUES(1,6,3,'pool',2,NULL,2,'aid_received',1,2);
INSERT INTO "posting" VALUES(1,6,4,'whists',0,2,20,'aid',2,10);
INSERT INTO "posting" VALUES(1,6,5,'mountain',0,NULL,-4,'aid_surplus',4,-1);
CREATE TABLE result (
    game_id     INTEGER NOT NULL REFERENCES game (game_id),
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id     INTEGER,
    robot       TEXT,
    balance     INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 1 AND 4),
    guild_id    INTEGER NOT NULL,
    family      TEXT NOT NULL,
    preset      TEXT NOT NULL,
    season      TEXT NOT NULL,
    with_robots INTEGER NOT NULL CHECK (with_robots IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat),
    CHECK ((user_id IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "result" VALUES(1,0,11,NULL,307,2,1,'russian','sochi','2023-Q4',0,1700000000);
INSERT INTO "result" VALUES(1,1,12,NULL,-703,3,1,'russian','sochi','2023-Q4',0,1700000000);
INSERT INTO "result" VALUES(1,2,13,NULL,396,1,1,'russian','sochi','2023-Q4',0,1700000000);
CREATE TABLE review (
    game_id INTEGER NOT NULL,
    deal    INTEGER NOT NULL,
    kind    TEXT NOT NULL
            CHECK (kind IN ('contract', 'misere', 'all_pass', 'unplayed', 'hidden')),
    PRIMARY KEY (game_id, deal),
    FOREIGN KEY (game_id, deal) REFERENCES deal (game_id, deal)
) STRICT, WITHOUT ROWID;
INSERT INTO "review" VALUES(1,1,'contract');
CREATE TABLE review_seat (
    game_id      INTEGER NOT NULL,
    deal         INTEGER NOT NULL,
    seat         INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id      INTEGER,
    robot        TEXT,
    family       TEXT NOT NULL,
    declared     INTEGER NOT NULL CHECK (declared IN (0, 1)),
    fulfilled    INTEGER NOT NULL CHECK (fulfilled IN (0, 1) AND fulfilled <= declared),
    worth        INTEGER NOT NULL CHECK (worth BETWEEN 0 AND 10),
    made         INTEGER NOT NULL CHECK (made BETWEEN 0 AND 10),
    decisions    INTEGER NOT NULL CHECK (decisions >= 0),
    tricks_given INTEGER NOT NULL CHECK (tricks_given >= 0),
    par          INTEGER NOT NULL,
    given        INTEGER NOT NULL,
    received     INTEGER NOT NULL,
    agreed       INTEGER NOT NULL,
    earned       INTEGER NOT NULL,
    PRIMARY KEY (game_id, deal, seat),
    FOREIGN KEY (game_id, deal) REFERENCES review (game_id, deal),
    CHECK ((user_id IS NULL) <> (robot IS NULL)),
    CHECK (earned = par - given + received + agreed)
) STRICT, WITHOUT ROWID;
INSERT INTO "review_seat" VALUES(1,1,0,11,NULL,'russian',1,1,6,6,9,0,4,0,0,0,4);
CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sitting (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    user_id INTEGER,
    robot   TEXT,
    since   INTEGER NOT NULL CHECK (since >= 0),
    until   INTEGER CHECK (until > since),
    misses  INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    away    INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
    PRIMARY KEY (game_id, seat, since),
    CHECK ((user_id IS NULL) <> (robot IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "sitting" VALUES(1,0,11,NULL,0,NULL,0,0);
INSERT INTO "sitting" VALUES(1,1,12,NULL,0,NULL,0,0);
INSERT INTO "sitting" VALUES(1,2,13,NULL,0,NULL,0,0);
INSERT INTO "sitting" VALUES(2,0,11,NULL,0,NULL,0,0);
INSERT INTO "sitting" VALUES(2,1,12,NULL,0,NULL,0,0);
INSERT INTO "sitting" VALUES(2,2,13,NULL,0,9,0,0);
INSERT INTO "sitting" VALUES(2,2,NULL,'beginner',9,NULL,0,0);
CREATE TABLE vote (
    game_id INTEGER NOT NULL REFERENCES game (game_id),
    user_id INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (game_id, user_id, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX game_guild ON game (guild_id, status);
CREATE INDEX game_place ON game (place_id);
CREATE INDEX game_ended ON game (ended_at);
CREATE INDEX game_wake ON game (wake) WHERE wake IS NOT NULL;
CREATE UNIQUE INDEX sitting_now ON sitting (game_id, seat) WHERE until IS NULL;
CREATE UNIQUE INDEX sitting_user ON sitting (user_id, game_id)
    WHERE until IS NULL AND user_id IS NOT NULL;
CREATE INDEX result_guild ON result (guild_id, ended_at);
CREATE INDEX result_user ON result (guild_id, user_id);
CREATE INDEX etude_day ON etude (guild_id, day) WHERE day > 0;
CREATE INDEX review_seat_user ON review_seat (user_id) WHERE user_id IS NOT NULL;
COMMIT;
PRAGMA application_id = 1349674342;
PRAGMA user_version = 2;
