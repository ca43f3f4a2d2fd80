/**
 * Which breed a text names. The list offers names as the American Kennel Club registers them; the short names are those
 * that breeders write (the clubs' own abbreviations), and the foreign ones are the names in the FCI's breeds
 * nomenclature (fci.be), under which imported dogs have their papers. One alias names one breed only.
 */
import { COMMON_BREEDS } from "../constants/breeds";
import { foldText } from "../text/text";

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  "Airedale Terrier": ["Airedale"],
  "Alaskan Malamute": ["Malamute"],
  "American Staffordshire Terrier": ["AmStaff"],
  "Australian Cattle Dog": ["ACD", "Blue Heeler", "Red Heeler"],
  "Australian Shepherd": ["Aussie"],
  "Bearded Collie": ["Beardie"],
  "Belgian Malinois": ["Malinois", "Chien de berger belge"],
  "Bernese Mountain Dog": ["BMD", "Bernese", "Berner", "Berner Sennenhund"],
  Borzoi: ["Russkaya psovaya borzaya"],
  "Boston Terrier": ["Boston"],
  Boxer: ["Deutscher Boxer"],
  Briard: ["Berger de Brie"],
  Brittany: ["Brittany Spaniel", "Epagneul breton"],
  Bulldog: ["English Bulldog"],
  "Cairn Terrier": ["Cairn"],
  "Cane Corso": ["Cane corso italiano"],
  "Cavalier King Charles Spaniel": ["CKCS", "Cavalier"],
  "Chesapeake Bay Retriever": ["CBR", "Chessie"],
  "Cocker Spaniel": ["American Cocker Spaniel"],
  Collie: ["Rough Collie", "Smooth Collie", "Collie Rough", "Collie Smooth"],
  Dachshund: ["Doxie", "Dackel", "Teckel"],
  "Doberman Pinscher": ["Doberman", "Dobermann", "Dobie"],
  "English Cocker Spaniel": ["ECS"],
  "English Springer Spaniel": ["ESS", "Springer"],
  "Flat-Coated Retriever": ["FCR", "Flat Coated Retriever", "Flatcoat"],
  "French Bulldog": ["Frenchie", "Bouledogue français"],
  "German Shepherd Dog": ["GSD", "German Shepherd", "Alsatian", "Deutscher Schäferhund"],
  "German Shorthaired Pointer": ["GSP", "Deutsch Kurzhaar"],
  "German Wirehaired Pointer": ["GWP", "Deutsch Drahthaar"],
  "Giant Schnauzer": ["Riesenschnauzer"],
  "Golden Retriever": ["Golden", "GR"],
  "Great Dane": ["Deutsche Dogge", "Dane"],
  "Great Pyrenees": ["Pyrenean Mountain Dog", "Pyr", "Chien de montagne des Pyrénées"],
  "Irish Setter": ["Irish Red Setter"],
  "Italian Greyhound": ["IG", "Iggy", "Piccolo levriero italiano"],
  "Jack Russell Terrier": ["JRT", "Jack Russell"],
  "Labrador Retriever": ["Lab", "Labrador"],
  "Miniature American Shepherd": ["MAS", "Mini American Shepherd"],
  "Miniature Pinscher": ["Min Pin", "Zwergpinscher"],
  "Miniature Schnauzer": ["Mini Schnauzer", "Zwergschnauzer"],
  Newfoundland: ["Newfie"],
  "Nova Scotia Duck Tolling Retriever": ["NSDTR", "Toller"],
  "Old English Sheepdog": ["OES", "Bobtail"],
  Papillon: ["Epagneul nain continental"],
  "Parson Russell Terrier": ["PRT"],
  "Pembroke Welsh Corgi": ["PWC", "Welsh Corgi Pembroke", "Welsh Corgi (Pembroke)"],
  Pointer: ["English Pointer"],
  Poodle: ["Caniche", "Pudel"],
  "Portuguese Water Dog": ["PWD", "Cão de água português"],
  "Rhodesian Ridgeback": ["Ridgeback", "RR"],
  Rottweiler: ["Rottie"],
  "Saint Bernard": ["St. Bernard", "St Bernard", "St. Bernhardshund"],
  Samoyed: ["Samoiedskaïa sabaka"],
  "Scottish Terrier": ["Scottie"],
  "Shetland Sheepdog": ["Sheltie"],
  "Shiba Inu": ["Shiba"],
  "Siberian Husky": ["Husky"],
  "Soft Coated Wheaten Terrier": ["SCWT", "Wheaten"],
  "Staffordshire Bull Terrier": ["SBT", "Staffie", "Staffy"],
  "Standard Schnauzer": ["Schnauzer", "Mittelschnauzer"],
  Vizsla: ["Hungarian Vizsla", "Magyar vizsla"],
  "West Highland White Terrier": ["WHWT", "Westie"],
  "Yorkshire Terrier": ["Yorkie"],
};

const spelling = new Map(COMMON_BREEDS.map((breed) => [foldText(breed), breed]));

const named = new Map(
  Object.entries(ALIASES).flatMap(([breed, aliases]) => aliases.map((alias) => [foldText(alias), breed])),
);

/** Lists the other names of a breed. */
export const breedAliases = (breed: string): readonly string[] => ALIASES[breed] ?? [];

/** Spells a common breed as the list does, whatever its capitals and accents; any other text stays as it is. */
export const spellBreed = (text: string): string => spelling.get(foldText(text)) ?? text;

/** Returns the breed that a text names, by its own name or by one of its aliases; any other text stays as it is. */
export const breedNamed = (text: string): string => named.get(foldText(text)) ?? spellBreed(text);
