"""The words English names are told by: titles, first names, speech, places, and what only looks like a name."""

from __future__ import annotations


def _table(rows: str) -> dict[str, str]:
    """{word: row name} from lines of `row name: words`."""
    pairs = (line.split(":", 1) for line in rows.strip().splitlines())
    return {word: row.strip() for row, words in pairs for word in words.split()}


TITLES = _table(
    """
    plain m: Mr. Mr Monsieur M. Master Señor Signor Signore Herr Mister Don Mynheer Squire Papa Daddy Maître
    wife f: Mrs. Mrs Madame Mme Mme. Señora Signora Frau Donna
    maid f: Miss Mlle Mlle. Mademoiselle Señorita Signorina Fräulein
    plain f: Ms. Ms Madam
    sir m: Sir
    lord m: Lord
    count m: Count Comte
    viscount m: Viscount Vicomte
    baron m: Baron
    marquis m: Marquis Marquess
    duke m: Duke Duc
    earl m: Earl
    prince m: Prince
    king m: King Emperor Czar Tsar Sultan
    wife-noble f: Lady Countess Comtesse Baronne Viscountess Baroness Marchioness Marquise Duchess Dame
    princess f: Princess
    queen f: Queen Empress
    medicine m: Dr. Dr Doctor Professor Prof. Prof
    church m: Abbé Father Reverend Rev. Brother Bishop Archbishop Cardinal Canon Monsignor Père Parson Vicar Deacon
    nun f: Sister Mother
    police m: Inspector Detective-Inspector Superintendent Detective Constable Sergeant Detective-Sergeant Commissioner
    law m: Judge Justice Magistrate
    soldier m: Captain Capt. Capt Capitaine Colonel Col. Col Major General Gen. Lieutenant Lieut. Lt.
    soldier m: Admiral Commodore Marshal Ensign
    sailor m: Skipper Boatswain
    president m: President Alderman Mayor Councillor Senator Governor Minister Chancellor
    uncle m: Uncle Cousin
    aunt f: Aunt Nurse Granny Auntie
    """
)
"""{title: its rank and gender}; titles of one rank may name one man, titles of two ranks of one surname do not."""

NOBLE = frozenset("count viscount baron marquis duke earl prince king wife-noble princess queen lord".split())
LOWER_TITLES = (
    "count countess viscount viscountess baron baroness marquis marquise marchioness duke duchess prince princess abbé "
    "king queen emperor captain colonel general lieutenant inspector sergeant judge father mother sister brother "
    "aunt uncle"
).split()
PARTICLES = frozenset("de du des del della di da von van der den le la d’ d' of the y".split())

MALE = frozenset(
    """Aaron Abel Abraham Abram Achille Adam Adolphe Adrian Alan Albert Aleck Alexander Alexandre Alfonso Alfred
    Algernon Alistair Allan Allen Alphonse Ambrose Amos Anatole Andrea Andrew André Angus Anselm Anthony Antoine Antonio
    Archibald Archie Armand Arnold Arthur Aubrey Auguste Augustus Austin Baptiste Barnaby Barry Bartholomew Basil Ben
    Benedetto Benedict Benjamin Bernard Bert Bertie Bertram Bertrand Bill Billy Bob Bobby Boris Brian Bruce Caleb Carl
    Carlos Caspar Cecil Cedric Charles Charley Charlie Christopher Claud Claude Clement Clive Colin Conrad Cornelius
    Cuthbert Cyril Cyrus Dan Daniel David Davy Denis Dennis Derek Dick Dmitri Donald Douglas Duncan Ebenezer Ed Eddie
    Edgar Edmond Edmund Eduard Edward Edwin Eli Elijah Émile Emile Eric Ernest Étienne Etienne Eugene Eugène Eustace
    Evan Ezra Felix Félix Ferdinand Fernand Fernando Fitzwilliam Francesco Francis François Frank Franz Fred Freddie
    Frederic Frederick Fritz Gabriel Gaspard Gaston Geoffrey George Georges Gérard Gerald Gerard Gilbert Giles
    Giovanni Giuseppe Godfrey Gordon Graham Greg Gregory Guido Guillaume Gustave Guy Harold Harry Hans Hector Heinrich
    Henri Henry Herbert Hercule Herman Hermann Hilary Horace Horatio Howard Hubert Hugh Hugo Humphrey Ian Ichabod
    Ignatius Isaac Isidore Ivan Jabez Jack Jackson Jacob Jacques Jake James Jasper Jean Jefferson Jeffrey Jem Jeremiah
    Jeremy Jerome Jérôme Jerry Jim Jimmy Job Joe Joel Johann John Johnny Jonas Jonathan Jorge José Joseph Joshua
    Josiah Juan Jules Julian Julien Julius Justin Karl Keith Kenneth Lawrence Leo Léon Leon Leonard Leopold Leslie
    Lewis Lionel Llewellyn Lorenzo Louis Luc Lucas Lucien Luigi Luke Luther Malcolm Manuel Marc Marcel Marco Mark
    Marmaduke Martin Matthew Maurice Max Maximilian Maximilien Melchior Michael Michel Mike Miles Mortimer Moses
    Nathan Nathaniel Ned Neil Neville Nicholas Nicolas Nigel Noah Noel Noël Norman Octave Oliver Orlando Oscar Oswald
    Otto Owen Pablo Pascal Patrick Paul Pedro Percival Percy Pete Peter Phil Philip Philippe Pierre Pip Ralph Ramon
    Randolph Raoul Raphael Ray Raymond Reginald René Rex Richard Robert Robin Roderick Rodolphe Roger Roland Ronald
    Rory Rowland Rudolf Rufus Rupert Sam Samson Samuel Saul Sebastian Septimus Seth Sherlock Sidney Silas Simeon Simon
    Solomon Stanislas Stephen Steve Steven Stewart Stuart Sydney Ted Teddy Terence Theodore Théodore Thomas Tim
    Timothy Tobias Toby Tom Tommy Tony Urban Urbain Valentin Vernon Victor Vincent Virgil Vladimir Walter Wilfred
    Wilfrid Wilhelm Will William Willie Willy Xavier""".split()
)
FEMALE = frozenset(
    """Abigail Ada Adela Adelaide Adèle Adeline Agatha Agnes Aileen Alexandra Alice Alison Alma Amanda Amelia Amy
    Anastasia Angela Angelica Angélique Angèle Anita Ann Anna Anne Annette Annie Antoinette Antonia Arabella Audrey
    Augusta Barbara Beatrice Becky Belinda Bella Bertha Bess Bessie Beth Betsy Betty Blanche Bridget Camilla Camille
    Carlotta Carmela Caroline Cassandra Catharine Catherine Cécile Cecilia Celestine Célestine Celia Charlotte Chloe
    Christina Christine Claire Clara Clarice Clarissa Clementine Clotilde Constance Cora Cordelia Cynthia Daisy Daphne
    Deborah Delia Della Denise Diana Dinah Dolly Dolores Dora Doris Dorothea Dorothy Dulcie Edith Effie Eileen Elaine
    Eleanor Elinor Elisabeth Eliza Elizabeth Ella Ellen Éloïse Elsa Elsie Emilia Emily Emma Emmeline Erica Esther
    Estelle Ethel Etta Eugenia Eugénie Eva Evangeline Eve Eveline Evelyn Fanny Félicie Flora Florence Frances
    Francesca Françoise Freda Gabrielle Georgiana Georgina Geraldine Germaine Gertrude Ginevra Gladys Gloria Grace
    Gretchen Gwen Gwendolen Hannah Harriet Hattie Hebe Heidi Helen Helena Hélène Helga Henrietta Hermine Héloïse
    Hester Hetty Hilda Honor Honoria Hortense Ida Imogen Ines Irene Irène Iris Isabel Isabella Isobel Ivy Jane Janet
    Jeanne Jeannette Jemima Jennie Jennifer Jenny Jessica Jessie Jill Joan Joanna Josephine Joséphine Joyce Juanita
    Judith Julia Julie Juliet Juliette June Justine Kate Katharine Katherine Kathleen Kathy Kitty Laura Laurette
    Lavinia Leila Lena Lenora Leonora Léonie Letitia Letty Lilian Lillian Lily Lizzie Lola Lorna Louisa Louise Lucille
    Lucinda Lucretia Lucy Lydia Mabel Madeleine Madge Magdalen Maggie Marcella Margaret Margery Margot Marguerite
    Maria Marian Marianne Marie Marietta Marina Marion Marjorie Martha Marthe Mary Mathilde Matilda Maud Maude Mavis
    May Melanie Mercedes Mercédès Mildred Milly Minnie Miranda Miriam Molly Monica Muriel Myra Myrtle Nadia Nan Nancy
    Naomi Natalie Natasha Nellie Nelly Netta Nora Norah Octavia Odette Olga Olive Olivia Ophelia Pamela Patience
    Patricia Paula Paulette Pauline Pearl Peggy Penelope Phoebe Phyllis Polly Portia Prudence Priscilla Rachel Rebecca
    Renée Rhoda Rita Rosa Rosalie Rosalind Rosamund Rose Rosemary Rosie Rosina Ruby Ruth Sabrina Sally Sarah Selina
    Sheila Sibyl Simone Sofia Sonia Sophia Sophie Stella Susan Susanna Susie Suzanne Sylvia Teresa Tess Thea Theodora
    Theresa Thérèse Thora Tilly Ursula Valentine Valerie Vera Veronica Victoria Vida Viola Violet Virginia Vivian
    Wilhelmina Winifred Yolande Yvette Yvonne Zoe Zoé Zoë Chloë""".split()
)

SPEECH = frozenset(
    """said says cried replied answered asked exclaimed continued murmured whispered returned observed remarked added
    inquired enquired shouted muttered repeated interrupted explained began went responded rejoined ejaculated
    demanded declared announced suggested admitted protested agreed laughed sighed gasped growled groaned called urged
    insisted stammered retorted""".split()
)
DEEDS = frozenset(
    """nodded smiled looked turned shook shrugged rose stood sat walked stepped paused hesitated bowed glanced gazed
    started frowned thought knew felt took gave saw heard told spoke seemed stared drew put held came entered
    approached ran leaned sprang hurried wished wanted understood remembered raised listened waited hastened blushed
    grinned trembled wept confessed coughed swore prayed sang danced drank ate slept died fled
    himself herself who""".split()
)
AT = frozenset(
    "in at near into through across towards toward via round throughout around outside inside within".split()
)
KIN = frozenset("dear poor friend old young little brave good honest ami".split())

PLACE_NOUNS = frozenset(
    """Abbey Alley Arcade Archipelago Arms Avenue Bank Bay Boulevard Bridge Building Buildings Café Canal Cape Case
    Castle Cathedral Cave Cemetery Channel Chapel Chase Château Church City Club College Common Company Corner Cottage
    Council Court Crescent Cross Desert Drive East Embassy Empire Estate Exchange Farm Fields Flats Forest Fort Garden
    Gardens Gate Gazette Gorge Government Grange Green Grove Gulf Hall Harbour Heath Herald Hill Hills Hospital Hotel
    Hôtel House Inn Institute Island Islands Isle Isles Junction Lake Land Lane Lines Links Lodge Mail Manor Mansion
    Mansions Market Mews Mill Mills Mines Mountain Mountains Mount Museum News North Observatory Ocean Office Palace
    Palais Parade Park Parliament Pass Peak Peninsula Pier Place Plains Point Pont Port Porte Post Press Prison
    Province Quay Railway Ranch Range Republic Restaurant River Road Room Row Rue Saint-Honoré School Sea Society
    South Spring Springs Square Star States Station Strait Straits Street Strand Tavern Temple Terrace Territory
    Theatre Times Tower Town Tribunal Trust Tunnel University Valley Vale Via View Villa Village Ward Wells West Wharf
    Wood Woods Yard Zone""".split()
)
NOT_NAMES = frozenset(
    """I A An The This That These Those He She It We You They His Her Its Our Your Their My Mine Him Us Them Me Who What
    Which When Where Why How And But Or Nor So Yet If Then Than As At By For From In Into Of Off On Onto Out Over To
    Up With Without Within Yes No Not Oh Ah Eh Hum Hush Well Now Here There Come Go Let Do Did Does Is Was Are Were Be
    Been Am Have Has Had Will Would Shall Should Can Could May Might Must Never Ever Always Only Even Just Still Also
    All Any Some Each Every Both Either Neither One Two Three Four Five Six Seven Eight Nine Ten First Second Third
    Last Next Another Other Such Same Many Much More Most Very Too Quite Perhaps Maybe Indeed Certainly Surely Really
    Truly Please Thank Thanks Pardon Sorry Good Great Dear Poor Old Young Little Big Ma Mon Mes Parbleu Sacré Mille
    Tiens Voilà Eh Bien Bon Bonjour Merci Vive Le La Les Un Une Du Des Notre Votre Tout Ce C’est Ciel Monday Tuesday
    Wednesday Thursday Friday Saturday Sunday January February March April June July August September October November
    December Christmas Easter Michaelmas Lent Whitsun Noël Epiphany Carnival English Englishman Englishmen
    Englishwoman French Frenchman Frenchmen Frenchwoman German Germans Italian Italians Spanish Spaniard Spaniards
    Russian Russians American Americans Greek Greeks Turk Turks Turkish Chinese Japanese Indian Indians European
    Europeans African Africans Roman Romans Corsican Corsicans Catalan Catalans Belgian Belgians Dutch Dutchman Swiss
    Scotch Scotchman Scotsman Scottish Irish Irishman Welsh British Briton Britons Latin Hebrew Arab Arabs Arabic
    Arabian Jew Jews Jewish Christian Christians Catholic Protestant Mohammedan Muslim Parisian Parisians Londoner
    Egyptian Persian Australian Austrian Hungarian Pole Polish Swede Swedish Dane Danish Norwegian Portuguese Prussian
    Provençal Neapolitan Genoese Maltese Chilian Chilean Peruvian Mexican Canadian Patagonian Patagonians Maori Maoris
    Araucanian Malay Creole Albanian Oriental Bonapartist Bonapartists Royalist Royalists Republican Jacobin Girondin
    Tory Whig Liberal Conservative Egyptians God Lord Heaven Heavens Hell Providence Almighty Christ Jesus Saviour
    Virgin Devil Satan Fate Fortune Nature Bible Gospel Scripture Death Time Love Justice Truth Liberty Society
    Government Parliament Army Navy Court Crown State Church Congress Senate Revolution Chapter Book Part Volume Mr.
    Mrs. Sir Madam Madame Monsieur Mademoiselle Messieurs Gentlemen Ladies Highness Majesty Excellency Excellence
    Eminence Honour Honor Lordship Ladyship Worship Grace Holiness Eternal Count Countess Baron Baroness Abbé Doctor
    Captain Colonel General Major Lieutenant Inspector Professor Father Mother Brother Sister Uncle Aunt Cousin King
    Queen Emperor Empress Prince Princess Duke Duchess Marquis Viscount Earl Judge President Minister Magistrate
    Procureur Papa Mamma Mama Grandpapa Grandmamma Sire Signor Signora Señor Señora Your Nurse Cook North South East
    West Northern Southern Eastern Western Street Road Square Park House Hall St. Saint Sainte San Santa P.S. P.M.
    A.M. B.C. A.D. U.S. D.C. R.S.V.P. O.K. Esq. Esquire TV MS. MSS. II III IV VI VII VIII IX XI XII XIII XIV XV XVI
    XVII XVIII Goodbye Hello Hullo Halloa Hallo Bravo Hurrah Hurray Alas Amen Adieu Farewell Welcome Nonsense Nothing
    Something Anything Everything Nobody Somebody Anybody Everybody Someone Everyone None Tell Look Listen See Take
    Give Make Wait Stop Suppose Remember Excuse Fellow Company Limited Ltd. Co. Messrs. Messrs""".split()
)
PLACES = frozenset(
    """Africa Algiers Alps America Amsterdam Antwerp Arabia Argentina Asia Athens Atlantic Auckland Austerlitz Australia
    Austria Auteuil Baghdad Baltic Barcelona Bath Bavaria Belgium Berlin Berne Birmingham Bombay Bordeaux Boston
    Boulogne Brazil Brighton Bristol Britain Brittany Brussels Bulgaria Burgundy Burma Cairo Calais California
    Cambridge Canada Carlsbad Ceylon Champs-Élysées Chelsea Chicago Chile Chili China Civitavecchia Cologne
    Constantinople Cordilleras Cornwall Corsica Crimea Cuba Cyprus Denmark Deauville Derbyshire Devon Devonshire
    Dieppe Dorset Dover Dublin Edinburgh Egypt Elba England Essex Europe Flanders Florence Folkestone France Geneva
    Genoa Germany Gibraltar Glasgow Gloucestershire Greece Greenwich Hampshire Hampstead Havana Havre Hertfordshire
    Holland Hungary Iceland India Ireland Istanbul Italy Japan Jerusalem Kensington Kent Lancashire Leeds Leghorn
    Leicester Lisbon Liverpool London Lyons Madrid Malta Manchester Marengo Marseilles Marseille Mayfair Mediterranean
    Melbourne Merlinville Mexico Milan Montevideo Moscow Naples Netherlands Nice Norfolk Normandy Northampton
    Northumberland Norway Odessa Oxford Pacific Palermo Panama Paris Patagonia Pekin Persia Peru Petersburg
    Philadelphia Piccadilly Poland Portsmouth Portugal Prague Provence Prussia Pyrenees Rhine Rome Rouen Russia
    Santiago Scotland Seine Shanghai Siberia Sicily Smyrna Soho Somerset Southampton Spain Staffordshire Stockholm
    Suffolk Surrey Sussex Sweden Switzerland Sydney Syria Tasmania Thames Toulon Trieste Tripoli Tunis Turin Turkey
    Tuscany Tyrol Uruguay Vatican Venezuela Venice Versailles Vienna Wales Warsaw Warwick Washington Waterloo
    Wellington Westminster Whitehall Wiltshire Windsor Yorkshire York Zealand Zurich""".split()
)
